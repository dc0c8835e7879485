"""Root, manifest, latest, allow file and signed file, FORMAT.md 17."""

import hashlib
import re
from datetime import timedelta
from typing import NamedTuple

from . import filters
from .envelope import TRAILER_MAGIC, type_of
from .addresses import is_address
from .fields import Fields, time_of
from .notes import Note, PublicKey, TrustedKeys
from .refusal import Refused, malformed_unless

MANIFEST_LONGEST = 1 << 20
ALLOW_LONGEST = 1 << 22
LATEST_LONGEST = ROOT_LONGEST = 1 << 16
CANONICAL = (1, 2)

ROOT_KEYS = ("version", "issued", "expires", "root-threshold", "root-key", "publisher-threshold", "publisher-key",
             "timestamp-key", "address")
MANIFEST_KEYS = ("sequence", "root", "issued", "expires", "canonical", "allow", "list", "version", "keys", "entries",
                 "rate", "packed", "flat", "confirm", "categories")
LATEST_KEYS = ("manifest", "sequence", "root", "issued", "expires")

NAME = re.compile("[a-z][a-z0-9-]{0,63}")
CATEGORY = re.compile("[a-z][a-z0-9-]{0,31}")


def is_increasing(items):
    return all(a < b for a, b in zip(items, items[1:]))


def read_dates(fields, days):
    issued, expires = fields.time("issued"), fields.time("expires")
    malformed_unless(issued < expires <= issued + timedelta(days=days), "validity")
    return issued, expires


class Root:
    def __init__(self, text):
        fields = Fields(text, "root", ROOT_KEYS)
        self.origin = fields.origin
        self.version = fields.number("version", least=1)
        self.issued, self.expires = read_dates(fields, 3653)
        self.root_keys = self.role(fields, "root")
        self.publishers = self.role(fields, "publisher")
        self.timestamp = TrustedKeys(1, [PublicKey.parse(fields.value("timestamp-key"))])
        self.addresses = fields.values("address")
        malformed_unless(len(self.addresses) <= 16 and len(set(self.addresses)) == len(self.addresses), "addresses")
        for address in self.addresses:
            malformed_unless(is_address(address), address)
        fields.end()

    @staticmethod
    def role(fields, name):
        threshold = fields.number(name + "-threshold", least=1)
        texts = fields.values(name + "-key")
        keys = [PublicKey.parse(text) for text in texts]
        malformed_unless(1 <= len(keys) <= 32 and is_increasing([text.encode() for text in texts]), name + " keys")
        return TrustedKeys(threshold, keys)

    @staticmethod
    def first(data):
        """Trusted because somebody says so."""
        note = Note.parse(data, ROOT_LONGEST)
        root = Root(note.text)
        root.root_keys.text_of(note)
        return root

    def next(self, data):
        note = Note.parse(data, ROOT_LONGEST)
        root = Root(self.root_keys.text_of(note))
        if root.origin != self.origin:
            raise Refused("OTHER_ORIGIN", root.origin)
        if root.version != self.version + 1:
            raise Refused("BROKEN_CHAIN", f"root {root.version} after {self.version}")
        root.root_keys.text_of(note)
        return root

    def manifest(self, data):
        manifest = Manifest(self.publishers.text_of(Note.parse(data, MANIFEST_LONGEST)), hashlib.sha256(data).hexdigest())
        if manifest.origin != self.origin:
            raise Refused("OTHER_ORIGIN", manifest.origin)
        if manifest.root > self.version:
            raise Refused("NEWER_ROOT", f"made under root {manifest.root}")
        if manifest.canonical not in CANONICAL:
            raise Refused("TOO_NEW" if manifest.canonical > max(CANONICAL) else "TOO_OLD", f"canonical {manifest.canonical}")
        return manifest

    def latest(self, data):
        latest = Latest(self.timestamp.text_of(Note.parse(data, LATEST_LONGEST)))
        if latest.origin != self.origin:
            raise Refused("OTHER_ORIGIN", latest.origin)
        return latest


class ListRelease(NamedTuple):
    name: str
    version: int
    width: int
    seed: int
    entries: int
    rate: int
    packed: tuple
    flat: tuple
    confirm_root: str
    confirm_bits: int
    categories: list

    @staticmethod
    def read(fields):
        name = fields.value("list")
        malformed_unless(NAME.fullmatch(name), "list name")
        version = fields.number("version", least=1)
        keys = re.fullmatch("([1-9][0-9]?) ([0-9a-f]{16})", fields.value("keys"))
        malformed_unless(keys and 16 <= int(keys[1]) <= 56, "keys")
        entries = fields.number("entries", most=1 << int(keys[1]))
        rate = fields.number("rate", least=1, most=999999)
        packed, flat = fields.file("packed"), fields.file("flat")
        confirm = re.fullmatch("([0-9a-f]{64}) (0|[1-9][0-9]?)", fields.value("confirm"))
        malformed_unless(confirm and int(confirm[2]) <= 16, "confirm")
        categories = fields.value("categories").split(" ")
        malformed_unless(len(categories) <= 64 and is_increasing(categories)
                         and all(CATEGORY.fullmatch(c) for c in categories), "categories")
        return ListRelease(name, version, int(keys[1]), int(keys[2], 16), entries, rate, packed, flat, confirm[1],
                           int(confirm[2]), categories)


class Manifest:
    def __init__(self, text, digest):
        self.digest = digest
        fields = Fields(text, "manifest", MANIFEST_KEYS)
        self.origin = fields.origin
        self.sequence = fields.number("sequence", least=1)
        self.root = fields.number("root", least=1)
        self.issued, self.expires = read_dates(fields, 30)
        self.canonical = fields.number("canonical", most=65535)
        self.allow = fields.file("allow")
        self.allow_v2 = fields.optional_file("allow-v2")
        self.lists = []
        while fields.is_next("list"):
            self.lists.append(ListRelease.read(fields))
        fields.end()
        malformed_unless(len(self.lists) <= 1000 and is_increasing([a.name for a in self.lists]), "lists")
        files = [file[0] for a in self.lists for file in (a.packed, a.flat)]
        malformed_unless(len(set(files)) == len(files), "a file twice")


class Latest:
    def __init__(self, text):
        fields = Fields(text, "latest", LATEST_KEYS)
        self.origin = fields.origin
        self.manifest = fields.value("manifest")
        malformed_unless(re.fullmatch("[0-9a-f]{64}", self.manifest), "digest")
        self.sequence = fields.number("sequence", least=1)
        self.root = fields.number("root", least=1)
        self.issued, self.expires = read_dates(fields, 30)
        fields.end()

    def check(self, manifest):
        """That the manifest is the one that this names."""
        if (self.manifest, self.sequence) != (manifest.digest, manifest.sequence) or manifest.root > self.root:
            raise Refused("OTHER_MANIFEST", self.manifest)
        if not manifest.issued <= self.issued <= manifest.expires:
            raise Refused("OUT_OF_TIME", f"{self.issued}")


ALLOW_LINE = re.compile(rb" ?[!-~]+/[!-~]*")
ALLOW_TERMS = re.compile(rb"( ?[!-~]+/[!-~]*) (\*|[a-z][a-z0-9-]{0,63}) (-|[2-9][0-9]{3}-[0-9T:-]*Z)")


def open_allow(data):
    """The expressions that are never listed, each with the list for which and the time until which this holds: `*` and `-`
    for every list and without an end."""
    malformed_unless(len(data) <= ALLOW_LONGEST, "too long")
    first, *lines = data.split(b"\n")
    if not first.startswith(b"bloomward allow v"):
        raise Refused("NOT_OUR_FILE", "first line")
    if re.fullmatch(rb"bloomward allow v([3-9]|[1-9][0-9]{1,8})( .*)?", first):
        raise Refused("TOO_NEW", f"{first!r}")
    number = re.fullmatch(rb"bloomward allow v([12]) canonical (0|[1-9][0-9]{0,4})", first)
    malformed_unless(number and int(number[2]) <= 65535, "first line")
    if not data.endswith(b"\n"):
        raise Refused("TRUNCATED", "the last byte is no newline")
    lines = lines[:-1]
    malformed_unless(is_increasing(lines), "order")
    if number[1] == b"2":
        return [terms_of(line) for line in distinct(lines)]
    for line in lines:
        malformed_unless(len(line) <= 16385 and ALLOW_LINE.fullmatch(line), f"line {line!r}")
    return [(line, b"*", b"-") for line in lines]


def distinct(lines):
    """No expression stands twice for one list."""
    names = [line.rpartition(b" ")[0] for line in lines]
    malformed_unless(len(set(names)) == len(names), "an expression twice for one list")
    return lines


def terms_of(line):
    terms = ALLOW_TERMS.fullmatch(line)
    malformed_unless(terms and len(terms[1]) <= 16385, f"line {line!r}")
    if terms[3] != b"-":
        time_of("end", terms[3].decode())
    return terms[1], terms[2], terms[3]


def open_signed_filter(data, root):
    """Section 17.6: the filter of a .bloom file, and the list as which its publisher names it."""
    name, _ = type_of(data)
    if name not in ("packed", "flat"):
        raise Refused("OTHER_TYPE", name)
    if data[-8:] != TRAILER_MAGIC or len(data) < 16:
        raise Refused("UNSIGNED", "no trailer")
    length = int.from_bytes(data[-16:-8], "little")
    malformed_unless(length <= MANIFEST_LONGEST and length + 16 <= len(data), "length of the note")
    note_at = len(data) - 16 - length
    manifest = root.manifest(data[note_at:-16])
    file = data[:note_at]
    reference = hashlib.sha256(file).hexdigest(), len(file)
    named = [a for a in manifest.lists if reference in (a.packed, a.flat)]
    if not named:
        raise Refused("NOT_NAMED", reference[0])
    opened = filters.open_filter(file)
    said = manifest.canonical, named[0].width, named[0].seed, named[0].entries
    malformed_unless(opened.fields.key_rules() + (opened.fields.entries,) == said, "fields are not those of the manifest")
    return opened, named[0]
