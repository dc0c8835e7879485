"""Signed notes and whom to believe, FORMAT.md 15."""

import base64
import binascii
import hashlib
import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from . import ed25519
from .refusal import Refused, malformed_unless

# White_Space of Unicode.
SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
DASH = "\u2014 "
LONGEST = 65536


def strict_base64(text):
    """RFC 4648 section 4, with padding and unused bits zero: text that is written the same again."""
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError) as e:
        raise Refused("MALFORMED", f"base64: {e}") from None
    malformed_unless(base64.b64encode(data).decode() == text, "base64 with odd bits")
    return data


def check_name(name):
    malformed_unless(name and "+" not in name and not SPACE.search(name), "key name")


class PublicKey(NamedTuple):
    name: str
    id: bytes
    point: bytes

    @staticmethod
    @lru_cache
    def parse(text):
        parts = text.split("+", 2)
        malformed_unless(len(parts) == 3, "key is not NAME+ID+BASE64")
        name, hex_id, encoded = parts
        data = strict_base64(encoded)
        if data[:1] != b"\x01":
            raise Refused("OTHER_TYPE", "key of another type")
        malformed_unless(len(data) == 33, "key length")
        check_name(name)
        malformed_unless(len(name.encode("utf-16-le")) <= 510, "key name too long")
        malformed_unless(not any(unicodedata.category(c) in ("Cc", "Cf") for c in name), "control character in key name")
        malformed_unless(ed25519.is_public_key(data[1:]), "no point of prime order")
        key_id = hashlib.sha256(name.encode() + b"\n" + data).digest()[:4]
        if key_id.hex() != hex_id:
            raise Refused("CHECKSUM", f"key id {hex_id}, computed {key_id.hex()}")
        return PublicKey(name, key_id, data[1:])


class Line(NamedTuple):
    name: str
    id: bytes
    signature: bytes


class Note(NamedTuple):
    text: str
    lines: list

    @staticmethod
    def parse(data, longest=LONGEST):
        malformed_unless(len(data) <= longest, f"note of {len(data)} bytes")
        malformed_unless(not any(byte < 0x20 and byte != 0x0A for byte in data), "control character")
        if not data.endswith(b"\n"):
            raise Refused("TRUNCATED", "the last byte is no newline")
        try:
            note = data.decode()
        except UnicodeDecodeError as e:
            raise Refused("MALFORMED", f"UTF-8: {e}") from None
        text, gap, lines = note.rpartition("\n\n")
        malformed_unless(gap, "no empty line")
        lines = lines.split("\n")[:-1]
        malformed_unless(1 <= len(lines) <= 100, f"{len(lines)} signature lines")
        return Note(text + "\n", [Note.line(line) for line in lines])

    @staticmethod
    def line(line):
        malformed_unless(line.startswith(DASH), "no signature line")
        name, space, encoded = line[len(DASH):].partition(" ")
        malformed_unless(space, "no signature")
        check_name(name)
        data = strict_base64(encoded)
        malformed_unless(len(data) > 4, "short signature")
        return Line(name, data[:4], data[4:])


class TrustedKeys:
    def __init__(self, threshold, keys):
        malformed_unless(1 <= len(keys) <= 100 and 1 <= threshold <= len(keys), "threshold")
        malformed_unless(len({key.point for key in keys}) == len(keys), "a key twice")
        malformed_unless(len({(key.name, key.id) for key in keys}) == len(keys), "a name and id twice")
        self.threshold = threshold
        self.keys = {(key.name, key.id): key for key in keys}

    def text_of(self, note):
        return self.verified(note)[0]

    def verified(self, note):
        """The text, once enough keys have signed it, and how many have."""
        signers = set()
        for line in note.lines:
            key = self.keys.get((line.name, line.id))
            if key is None:
                continue
            if not ed25519.verifies(key.point, note.text.encode(), line.signature):
                raise Refused("BAD_SIGNATURE", key.name)
            signers.add(key.point)
        if not signers:
            raise Refused("NO_TRUSTED_KEY", "signed by strangers")
        if len(signers) < self.threshold:
            raise Refused("TOO_FEW_SIGNATURES", f"{len(signers)} of {self.threshold}")
        return note.text, len(signers)
