"""Ed25519 verification, RFC 8032 section 5.1, with the checks of FORMAT.md 15.2 and 15.3. Not for secrets: it takes no care of time."""

from hashlib import sha512

P = 2 ** 255 - 19
ORDER = 2 ** 252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)

# Points are (X, Y, Z, T) with x = X / Z, y = Y / Z, x * y = T / Z.
NEUTRAL = (0, 1, 1, 0)


def add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(scalar, point):
    result = NEUTRAL
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def is_same(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


def decode(data):
    """The point with this canonical spelling; None if it is none."""
    y = int.from_bytes(data, "little")
    sign = y >> 255
    y &= (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P or x == 0 and sign:
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def is_public_key(data):
    point = decode(data)
    return point is not None and not is_same(point, NEUTRAL) and is_same(times(ORDER, point), NEUTRAL)


def verifies(key, message, signature):
    """The key must have passed is_public_key."""
    if len(signature) != 64:
        return False
    point, nonce = decode(key), decode(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if point is None or nonce is None or scalar >= ORDER:
        return False
    challenge = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % ORDER
    return is_same(times(scalar, BASE), add(nonce, times(challenge, point)))
