"""The text of root, manifest and latest, line by line: FORMAT.md 17.1."""

import re
from datetime import datetime, timezone

from .refusal import Refused, malformed_unless

FIRST_LINE = re.compile("bloomward ([^ ]*) v([1-9][0-9]{0,8})")
KEY = re.compile("[a-z][a-z0-9-]*")
OPTIONAL = "optional "
LARGEST = (1 << 53) - 1


class Fields:
    """The lines of one note, taken one by one in their order."""

    def __init__(self, text, role, keys):
        first, *lines = text[:-1].split("\n")
        found = FIRST_LINE.fullmatch(first)
        if not found:
            raise Refused("NOT_OUR_FILE", f"first line {first!r}")
        if found[1] != role:
            raise Refused("OTHER_TYPE", f"a {found[1]} where a {role} is needed")
        if found[2] != "1":
            raise Refused("TOO_NEW", f"version {found[2]}")
        end = len(lines)
        while end > 0 and lines[end - 1].startswith(OPTIONAL):
            end -= 1
        malformed_unless(len(lines) - end <= 100, "more than 100 optional lines")
        if end == 0:
            raise Refused("TRUNCATED", "no origin")
        self.origin = lines[0]
        malformed_unless(re.fullmatch("[!-~]{1,255}", self.origin), "origin")
        self.lines = lines[1:end]
        self.optional = [line[len(OPTIONAL):] for line in lines[end:]]
        self.keys = keys
        self.at = 0

    def is_next(self, key):
        return self.at < len(self.lines) and key_of(self.lines[self.at]) == key

    def value(self, key):
        if self.at == len(self.lines):
            raise Refused("TRUNCATED", f"the text ends before {key}")
        if not self.is_next(key):
            self.refuse_line(key)
        value = self.lines[self.at][len(key) + 1:]
        malformed_unless(value, f"{key} without a value")
        self.at += 1
        return value

    def refuse_line(self, wanted):
        found = key_of(self.lines[self.at])
        if KEY.fullmatch(found) and found not in self.keys:
            raise Refused("TOO_NEW", f"field {found}")
        raise Refused("MALFORMED", f"{found!r} where {wanted} is due")

    def values(self, key):
        values = []
        while self.is_next(key):
            values.append(self.value(key))
        return values

    def number(self, key, least=0, most=LARGEST):
        text = self.value(key)
        malformed_unless(re.fullmatch("0|[1-9][0-9]{0,16}", text) and least <= int(text) <= min(most, LARGEST),
                         f"{key} {text}")
        return int(text)

    def time(self, key):
        return time_of(key, self.value(key))

    def file(self, key):
        """A digest and a length."""
        return file_of(key, self.value(key))

    def optional_file(self, key):
        """The file of an optional line, or None."""
        found = [line for line in self.optional if key_of(line) == key]
        malformed_unless(len(found) <= 1, f"optional {key} twice")
        return file_of(key, found[0][len(key) + 1:]) if found else None

    def end(self):
        if self.at < len(self.lines):
            self.refuse_line("the end")


def time_of(key, text):
    malformed_unless(re.fullmatch("[2-9][0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z", text), key)
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)
    except ValueError:
        raise Refused("MALFORMED", f"{key} {text}") from None


def file_of(key, text):
    found = re.fullmatch("([0-9a-f]{64}) ([1-9][0-9]{0,12})", text)
    malformed_unless(found and int(found[2]) <= 1 << 40, key)
    return found[1], int(found[2])


def key_of(line):
    return line.split(" ", 1)[0]
