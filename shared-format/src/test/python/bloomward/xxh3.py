"""XXH3, 64 bits, seeded, after the specification of xxHash (xxhash_spec.md, 0.2.0); FORMAT.md 3."""

from struct import pack, unpack, unpack_from

MASK = 0xFFFFFFFFFFFFFFFF

P32_1, P32_2, P32_3 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
P64_1, P64_2, P64_3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P64_4, P64_5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5
MX1, MX2 = 0x165667919E3779F9, 0x9FB21C651E98DF25

SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e")


def avalanche(x):
    x ^= x >> 37
    x = x * MX1 & MASK
    return x ^ x >> 32


def avalanche_xxh64(x):
    x ^= x >> 33
    x = x * P64_2 & MASK
    x ^= x >> 29
    x = x * P64_3 & MASK
    return x ^ x >> 32


def fold(x, y):
    """The halves of the product of 128 bits, one upon the other."""
    product = x * y
    return (product & MASK) ^ (product >> 64)


def rotl(x, count):
    return (x << count | x >> (64 - count)) & MASK


def word(offset):
    return unpack_from("<Q", SECRET, offset)[0]


class Xxh3:
    """The hash under one seed, for inputs of any length."""

    def __init__(self, seed):
        self.seed = seed
        self.of_nothing = avalanche_xxh64(seed ^ word(56) ^ word(64))
        first, second = unpack_from("<II", SECRET)
        self.flip_1 = (first ^ second) + seed & MASK
        turned = int.from_bytes((seed & 0xFFFFFFFF).to_bytes(4, "little"), "big")
        self.flip_4 = (word(8) ^ word(16)) - (seed ^ turned << 32) & MASK
        self.flip_9_low = (word(24) ^ word(32)) + seed & MASK
        self.flip_9_high = (word(40) ^ word(48)) - seed & MASK
        self.halves = [None] * 120  # of the secret, by offset, with the seed: for the middle lengths
        for offset in [*range(0, 128, 16), *range(3, 115, 16), 119]:
            self.halves[offset] = (word(offset) + seed & MASK, word(offset + 8) - seed & MASK)
        words = unpack("<24Q", SECRET)
        self.derived = pack("<24Q", *((w + (seed if i % 2 == 0 else -seed)) & MASK for i, w in enumerate(words)))

    def hash(self, data):
        length = len(data)
        if length > 240:
            return self._long(data, length)
        if length > 128:
            return self._middle(data, length)
        if length > 16:
            return self._shorter(data, length)
        if length > 8:
            low, = unpack_from("<Q", data)
            high, = unpack_from("<Q", data, length - 8)
            low ^= self.flip_9_low
            high ^= self.flip_9_high
            turned = int.from_bytes(low.to_bytes(8, "little"), "big")
            return avalanche(length + turned + high + fold(low, high) & MASK)
        if length > 3:
            first, = unpack_from("<I", data)
            last, = unpack_from("<I", data, length - 4)
            value = self.flip_4 ^ (last | first << 32)
            value ^= rotl(value, 49) ^ rotl(value, 24)
            value = value * MX2 & MASK
            value ^= (value >> 35) + length
            value = value * MX2 & MASK
            return value ^ value >> 28
        if length > 0:
            combined = data[-1] | length << 8 | data[0] << 16 | data[length >> 1] << 24
            return avalanche_xxh64(self.flip_1 ^ combined)
        return self.of_nothing

    def _mix(self, low, high, offset):
        mask_low, mask_high = self.halves[offset]
        product = (low ^ mask_low) * (high ^ mask_high)
        return (product & MASK) ^ (product >> 64)

    def _shorter(self, data, length):
        """17 to 128 bytes: pairs of pieces, from both ends."""
        acc = length * P64_1
        for i in range((length - 1 >> 5) + 1):
            acc += self._mix(*unpack_from("<QQ", data, 16 * i), 32 * i)
            acc += self._mix(*unpack_from("<QQ", data, length - 16 * i - 16), 32 * i + 16)
        return avalanche(acc & MASK)

    def _middle(self, data, length):
        """129 to 240 bytes."""
        acc = length * P64_1
        for i in range(8):
            acc += self._mix(*unpack_from("<QQ", data, 16 * i), 16 * i)
        acc = avalanche(acc & MASK)
        for i in range(8, length >> 4):
            acc += self._mix(*unpack_from("<QQ", data, 16 * i), 16 * (i - 8) + 3)
        acc += self._mix(*unpack_from("<QQ", data, length - 16), 119)
        return avalanche(acc & MASK)

    def _long(self, data, length):
        """More than 240 bytes: blocks of 16 stripes of 64 bytes, a last block, and the last stripe once more."""
        secret = self.derived
        acc = [P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1]

        def accumulate(at, offset):
            stripe = unpack_from("<8Q", data, at)
            for i, (lane, mask) in enumerate(zip(stripe, unpack_from("<8Q", secret, offset))):
                value = lane ^ mask
                acc[i ^ 1] = acc[i ^ 1] + lane & MASK
                acc[i] = acc[i] + (value & 0xFFFFFFFF) * (value >> 32) & MASK

        start = 0
        while length - start > 1024:
            for n in range(16):
                accumulate(start + 64 * n, 8 * n)
            for i, mask in enumerate(unpack_from("<8Q", secret, 128)):
                acc[i] = (acc[i] ^ acc[i] >> 47 ^ mask) * P32_1 & MASK
            start += 1024
        for n in range((length - start - 1) // 64):
            accumulate(start + 64 * n, 8 * n)
        accumulate(length - 64, 121)

        masks = unpack_from("<8Q", secret, 11)
        result = length * P64_1
        for i in range(0, 8, 2):
            result += fold(acc[i] ^ masks[i], acc[i + 1] ^ masks[i + 1])
        return avalanche(result & MASK)
