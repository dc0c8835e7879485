"""The library's mutable filters, FORMAT.md 9: the entries that may be contained."""

import math
from struct import unpack_from

from .envelope import open_envelope
from .refusal import Refused, malformed_unless
from .xxh3 import MASK

GOLDEN = 0x9E3779B97F4A7C15
CLASSIC, BLOCKED, PARTITIONED, COUNTING, SCALABLE, CUCKOO = range(3, 9)
MOST_WORDS = (1 << 31) - 9


def mix(x):
    x = x + GOLDEN & MASK
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def reduce(x, n):
    return x * n >> 64


def probes(hash_of_entry, count):
    step = mix(hash_of_entry)
    return [hash_of_entry + i * step + i * i * i * GOLDEN & MASK for i in range(count)]


def textbook(capacity, rate):
    entries = max(capacity, 64)
    bits = math.ceil(-entries * math.log(rate) / (math.log(2) * math.log(2)))
    return bits, max(1, math.floor(bits / entries * math.log(2) + 0.5))


def words_of(bits):
    return -(-bits // 64)


def blocked_rate(load, k):
    if load > 600:
        return 1
    free1 = 1.0
    for _ in range(k):
        free1 *= 511 / 512
    prob, free, total, j = math.exp(-load), 1.0, 0.0, 1
    while j < load + 12 * math.sqrt(load) + 40:
        prob *= load / j
        free *= free1
        power = 1.0
        for _ in range(k):
            power *= 1 - free
        total += prob * power
        j += 1
    return total


class Library:
    """One filter; `contains` asks it."""

    def __init__(self, data):
        envelope = open_envelope(data)
        if envelope.type != "library":
            raise Refused("OTHER_TYPE", envelope.type)
        (self.kind, hash_number, self.canonical, self.k, self.seed, self.capacity, self.rate, self.entries,
         self.units) = unpack_from("<BBHIQQdQQ", envelope.header, 24)
        if hash_number != 1:
            raise Refused("TOO_NEW", f"hash {hash_number}")
        malformed_unless(not any(envelope.header[72:124]), "reserved bytes")
        malformed_unless(self.kind not in (1, 2), "packed and flat are no library files")
        if not CLASSIC <= self.kind <= CUCKOO:
            raise Refused("TOO_NEW", f"kind {self.kind}")
        malformed_unless(self.capacity <= 1 << 40, "capacity")
        malformed_unless(2.0 ** -50 <= self.rate < 1, "rate")
        malformed_unless(self.entries == 0 or self.kind in (SCALABLE, CUCKOO), "entries")
        k, units, sizes = self.sizes()
        malformed_unless(self.k == k, f"bits an entry {self.k}, computed {k}")
        malformed_unless(self.units == units, f"units {self.units}, computed {units}")
        malformed_unless(all(words_of(bits) <= MOST_WORDS for bits in sizes), "too large")
        malformed_unless(len(envelope.body) == 8 * sum(map(words_of, sizes)), "body length")
        self.parts = self.parts_of(envelope.body, sizes)
        if self.kind == CUCKOO:
            slots = sum(self.slot(t) != 0 for t in range(4 * units))
            malformed_unless(slots == self.entries, f"{slots} fingerprints")

    def sizes(self):
        """Bits an entry, units, and the bits of each part."""
        if self.kind == SCALABLE:
            return self.scalable_sizes()
        if self.kind == CUCKOO:
            f = next(f for f in range(7, 64) if ((1 << f) - 1) * self.rate >= 7.6)
            units = math.ceil(self.capacity / 3.8) + 16
            return f, units, [4 * units * f]
        if self.kind == BLOCKED:
            malformed_unless(1 <= self.k <= 28 and 1 <= self.units <= MOST_WORDS // 8, "sizes")
            malformed_unless(self.least_bits(self.units) == self.k, "bits an entry")
            malformed_unless(self.units == 1 or self.least_bits(self.units - 1) is None, "more blocks than needed")
            return self.k, self.units, [512 * self.units]
        bits, k = textbook(self.capacity, self.rate)
        if self.kind == CLASSIC:
            return k, bits, [bits]
        part = -(-bits // k)
        return k, part, [k * part * (4 if self.kind == COUNTING else 1)]

    def least_bits(self, blocks):
        """The fewest bits an entry that keep the rate in so many blocks; None if none do."""
        load = self.capacity / blocks
        return next((k for k in range(1, 29) if blocked_rate(load, k) <= self.rate), None)

    def scalable_sizes(self):
        self.layers = []
        total = 0
        while not self.layers or total < self.entries:
            capacity = max(1, self.capacity) << len(self.layers)
            self.layers.append(textbook(capacity, self.rate / 2 ** (len(self.layers) + 1)))
            total += capacity
        return self.layers[0][1], len(self.layers), [bits for bits, _ in self.layers]

    @staticmethod
    def parts_of(body, sizes):
        parts = []
        at = 0
        for bits in sizes:
            words = unpack_from(f"<{words_of(bits)}Q", body, at)
            at += 8 * len(words)
            malformed_unless(bits % 64 == 0 or words[-1] >> bits % 64 == 0, "bits behind the last")
            parts.append(words)
        return parts

    def field(self, number, width):
        """Some bits of the first part, as a number."""
        words = self.parts[0]
        at, shift = divmod(number * width, 64)
        both = words[at] | (words[at + 1] << 64 if at + 1 < len(words) else 0)
        return both >> shift & (1 << width) - 1

    def slot(self, number):
        return self.field(number, self.k)

    def contains(self, h):
        if self.kind == SCALABLE:
            return any(all(has(words, reduce(probe, bits)) for probe in probes(h, k))
                       for words, (bits, k) in zip(self.parts, self.layers))
        if self.kind == CLASSIC:
            return all(has(self.parts[0], reduce(probe, self.units)) for probe in probes(h, self.k))
        if self.kind == BLOCKED:
            start = 512 * reduce(h, self.units)
            return all(has(self.parts[0], start + (mix(h + i // 7 * GOLDEN & MASK) >> 9 * (i % 7) & 511))
                       for i in range(self.k))
        if self.kind == CUCKOO:
            fingerprint = 1 + reduce(mix(h), (1 << self.k) - 1)
            first = reduce(h, self.units)
            second = (reduce(mix(fingerprint), self.units) - first) % self.units
            return any(self.slot(4 * b + t) == fingerprint for b in (first, second) for t in range(4))
        numbers = [i * self.units + reduce(probe, self.units) for i, probe in enumerate(probes(h, self.k))]
        return all(self.field(number, 4 if self.kind == COUNTING else 1) for number in numbers)


def has(words, bit):
    return words[bit >> 6] >> (bit & 63) & 1
