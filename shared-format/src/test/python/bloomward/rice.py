"""Golomb-Rice coding, FORMAT.md 5."""

from .refusal import malformed_unless


def parameter(count, bound):
    if count == 0:
        return 0
    quotient = bound // count
    return (quotient - quotient // 27).bit_length() - 1


def require_room(data, count, bound):
    """The checks that are possible before a row is read."""
    malformed_unless(count <= bound, f"{count} numbers below {bound}")
    malformed_unless(count * (parameter(count, bound) + 1) <= 8 * len(data), "row too short")


def decode(data, count, bound):
    """The numbers of a row that fills these bytes."""
    require_room(data, count, bound)
    low_bits = parameter(count, bound)
    bit_count = 8 * len(data)
    low_mask = (1 << low_bits) - 1
    numbers = []
    previous = -1
    at = 0
    for _ in range(count):
        window = int.from_bytes(data[at >> 3:(at >> 3) + 16], "little") >> (at & 7)
        zeros = (window & -window).bit_length() - 1
        if zeros < 0 or zeros + 1 + low_bits > 120:
            zeros = run_of_zeros(data, at)
            start = at + zeros + 1
            window = int.from_bytes(data[start >> 3:(start >> 3) + 9], "little") >> (start & 7)
        else:
            window >>= zeros + 1
        at += zeros + 1 + low_bits
        malformed_unless(at <= bit_count, "row too short")
        previous += 1 + (zeros << low_bits | window & low_mask)
        malformed_unless(previous < bound, f"number {previous}, bound {bound}")
        numbers.append(previous)
    malformed_unless((at + 7) // 8 == len(data), "bytes behind the row")
    malformed_unless(at % 8 == 0 or data[-1] >> at % 8 == 0, "padding")
    return numbers


def run_of_zeros(data, at):
    """However long; the quick way sees a few bytes only."""
    zeros = 0
    while True:
        malformed_unless(at < 8 * len(data), "row too short")
        rest = data[at >> 3] >> (at & 7)
        if rest:
            return zeros + (rest & -rest).bit_length() - 1
        zeros += 8 - (at & 7)
        at += 8 - (at & 7)


def encode(numbers, bound):
    """A row of these increasing numbers."""
    low_bits = parameter(len(numbers), bound)
    out = bytearray()
    pending = used = 0
    previous = -1
    for number in numbers:
        gap = number - previous - 1
        zeros = gap >> low_bits
        pending |= (1 | (gap & (1 << low_bits) - 1) << 1) << used + zeros
        used += zeros + 1 + low_bits
        whole = used >> 3
        out += (pending & (1 << 8 * whole) - 1).to_bytes(whole, "little")
        pending >>= 8 * whole
        used &= 7
        previous = number
    if used:
        out.append(pending)
    return bytes(out)
