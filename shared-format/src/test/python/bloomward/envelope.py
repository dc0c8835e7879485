"""The envelope of all files, FORMAT.md 4."""

from struct import unpack_from
from typing import NamedTuple, Optional

from .refusal import Refused, malformed_unless

START, END = b"\x89BW", b"\r\n\x1a\n"
TYPES = {b"P": ("packed", 64), b"F": ("flat", 4096), b"L": ("library", 128), b"D": ("delta", 128)}
TRAILER_MAGIC = START + b"N" + END


def crc32c_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


CRC_TABLE = crc32c_table()


def crc32c(data):
    """RFC 3720."""
    table = CRC_TABLE
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ table[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


class Envelope(NamedTuple):
    """A file whose checksums are right. Its fields are still to be checked."""

    type: str
    header: bytes
    body: bytes
    signature: Optional[bytes]
    checksums: int

    @property
    def fields(self):
        """Between the envelope and the header checksum."""
        return self.header[24:-4]


def type_of(data):
    if len(data) < 8:
        if any((START + letter + END).startswith(data) for letter in TYPES):
            raise Refused("TRUNCATED", f"a magic of 8 bytes: {len(data)}")
        raise Refused("NOT_OUR_FILE", "magic")
    if data[:3] != START or data[4:8] != END or data[3:4] not in TYPES:
        raise Refused("NOT_OUR_FILE", "magic")
    return TYPES[data[3:4]]


def open_envelope(data):
    name, length = type_of(data)
    if len(data) < length:
        raise Refused("TRUNCATED", f"header of {length} bytes: {len(data)}")
    version, said_length, reserved, body_length = unpack_from("<HHIQ", data, 8)
    if version != 1:
        raise Refused("TOO_NEW" if version > 1 else "TOO_OLD", f"format version {version}")
    header = data[:length]
    header_checksum, = unpack_from("<I", header, length - 4)
    if crc32c(header[:-4]) != header_checksum:
        raise Refused("CHECKSUM", "header")
    malformed_unless(said_length == length, f"header length {said_length}")
    malformed_unless(reserved == 0, "reserved bytes at 12")
    malformed_unless(body_length < 1 << 63, "body length")
    end = length + body_length + 4
    if len(data) < end:
        raise Refused("TRUNCATED", f"file of {end} bytes: {len(data)}")
    signature = signature_in(data[end:])
    body = data[length:end - 4]
    body_checksum, = unpack_from("<I", data, end - 4)
    if crc32c(body) != body_checksum:
        raise Refused("CHECKSUM", "body")
    return Envelope(name, header, body, signature, header_checksum << 32 | body_checksum)


def signature_in(rest):
    """The note behind a file, with its trailer; None where nothing follows."""
    if not rest:
        return None
    malformed_unless(rest[-8:] == TRAILER_MAGIC and len(rest) >= 16, "bytes behind the end")
    length, = unpack_from("<Q", rest, len(rest) - 16)
    malformed_unless(length == len(rest) - 16, "length of the signature")
    return rest[:-16]
