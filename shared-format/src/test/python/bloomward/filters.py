"""Packed and flat files and the deltas between packed ones, FORMAT.md 4.2 and 6 to 8."""

from struct import pack, unpack_from
from typing import NamedTuple

from . import rice
from .envelope import END, START, crc32c, open_envelope
from .refusal import Refused, malformed_unless
from .xxh3 import MASK

GOLDEN = 0x9E3779B97F4A7C15


class ListFields(NamedTuple):
    canonical: int
    width: int
    seed: int
    entries: int
    blocks: int

    @staticmethod
    def read(header):
        canonical, hash_number, width, reserved, seed, entries, blocks = unpack_from("<HBBIQQQ", header, 24)
        if hash_number != 1:
            raise Refused("TOO_NEW", f"hash {hash_number}")
        malformed_unless(16 <= width <= 56, f"key width {width}")
        malformed_unless(reserved == 0, "reserved bytes at 28")
        malformed_unless(entries <= 1 << width, f"{entries} entries")
        malformed_unless(1 <= blocks <= (1 << 24) + entries, f"{blocks} flat blocks")
        return ListFields(canonical, width, seed, entries, blocks)

    def write(self):
        return pack("<HBBIQQQ", self.canonical, 1, self.width, 0, self.seed, self.entries, self.blocks)

    def key_rules(self):
        return self.canonical, self.width, self.seed


class Packed:
    def __init__(self, envelope):
        self.fields = ListFields.read(envelope.header)
        malformed_unless(not any(envelope.header[56:60]), "reserved bytes")
        self.checksums = envelope.checksums
        self.keys = rice.decode(envelope.body, self.fields.entries, 1 << self.fields.width)
        self.set = frozenset(self.keys)

    def contains(self, hash_of_expression):
        return hash_of_expression >> 64 - self.fields.width in self.set

    @staticmethod
    def write(fields, keys):
        body = rice.encode(keys, 1 << fields.width)
        header = START + b"P" + END + pack("<HHIQ", 1, 64, 0, len(body)) + fields.write() + bytes(4)
        return header + pack("<I", crc32c(header)) + body + pack("<I", crc32c(body))


class Flat:
    def __init__(self, envelope):
        self.fields = ListFields.read(envelope.header)
        malformed_unless(not any(envelope.header[56:4092]), "reserved bytes")
        malformed_unless(len(envelope.body) == 64 * self.fields.blocks, "body length")
        self.body = envelope.body

    def contains(self, hash_of_expression):
        key = hash_of_expression >> 64 - self.fields.width
        block = (key << 64 - self.fields.width) * self.fields.blocks >> 64
        mix = key * GOLDEN & MASK
        words = unpack_from("<8Q", self.body, 64 * block)
        return all(words[i] >> (mix >> 58 - 6 * i & 63) & 1 for i in range(8))


class Delta:
    def __init__(self, envelope):
        header = envelope.header
        self.fields = ListFields.read(header)
        bound = 1 << self.fields.width
        (self.base_entries, self.base_checksums, self.result_checksums, removed, added,
         length) = unpack_from("<6Q", header, 56)
        malformed_unless(not any(header[104:124]), "reserved bytes")
        malformed_unless(self.base_entries <= bound, "base entries")
        malformed_unless(removed <= self.base_entries, "removed")
        malformed_unless(self.base_entries - removed + added == self.fields.entries, "sum of entries")
        malformed_unless(length <= len(envelope.body), "length of the first row")
        self.removed = envelope.body[:length], removed, self.base_entries
        self.added = envelope.body[length:], added, bound
        rice.require_room(*self.removed)
        rice.require_room(*self.added)

    def rows(self):
        """Removed positions and added keys."""
        return rice.decode(*self.removed), rice.decode(*self.added)

    def apply(self, base):
        """The bytes of the newer packed file."""
        fields = base.fields
        if ((fields.entries, base.checksums) != (self.base_entries, self.base_checksums)
                or fields.key_rules() != self.fields.key_rules()):
            raise Refused("WRONG_BASE", "made for another file")
        removed, added = self.rows()
        malformed_unless(base.set.isdisjoint(added), "adds what is there")
        gone = set(removed)
        keys = [key for position, key in enumerate(base.keys) if position not in gone]
        result = Packed.write(self.fields, sorted(keys + added))
        checksums = unpack_from("<I", result, 60)[0] << 32 | unpack_from("<I", result, len(result) - 4)[0]
        if checksums != self.result_checksums:
            raise Refused("CHECKSUM", "the result is another file")
        return result


def open_filter(data):
    envelope = open_envelope(data)
    kinds = {"packed": Packed, "flat": Flat}
    if envelope.type not in kinds:
        raise Refused("OTHER_TYPE", envelope.type)
    return kinds[envelope.type](envelope)


def open_packed(data):
    return open_as(data, "packed", Packed)


def open_delta(data):
    return open_as(data, "delta", Delta)


def open_as(data, name, kind):
    envelope = open_envelope(data)
    if envelope.type != name:
        raise Refused("OTHER_TYPE", f"{envelope.type} where {name} is needed")
    return kind(envelope)
