"""From a URL to its canonical form and its expressions, FORMAT.md 2. UTS #46 is not in Python's library: NeedsIdn says so."""

import re
from os.path import commonprefix
from typing import NamedTuple, Optional

LONGEST = 16384
MOST_LABELS = 12
MOST_DIRECTORIES = 9
MOST_LEFT = 32
LONGEST_LEFT = 65536
MOST_ROUNDS = 8
LONGEST_MAPPED = 1024

SCHEME = re.compile(rb"([A-Za-z][A-Za-z0-9+.\-]*):")
KNOWN_SCHEMES = (b"http", b"https", b"ws", b"wss", b"ftp")
PORT = re.compile(rb"[0-9]+(?:[/\\?@]|\Z)")
PORT_ONLY = re.compile(rb":[0-9]+")
FORBIDDEN = re.compile(rb"[\x00-\x20\x7f-\xff#%/\\?@:\[\]<>^|]")
NUMBER = re.compile(rb"[0-9]+|0x[0-9a-f]*")
BYTE = re.compile(rb"%[0-9A-Fa-f]{2}|.", re.DOTALL)
SLASHES = re.compile(rb"[/\\]*")
END_OF_AUTHORITY = re.compile(rb"[/\\?]")
ESCAPE = re.compile(rb"%[0-9A-Fa-f]{2}")
SEGMENT = re.compile(rb"[/\\][^/\\]*")
NUMBERS = re.compile(rb"[0-9][0-9a-fx]*(?:\.[0-9][0-9a-fx]*){0,3}")
HEX_GROUP = re.compile(r"[0-9A-Fa-f]{1,4}")
DECIMAL_BYTE = re.compile(r"0|[1-9][0-9]{0,2}")


def escaper(others):
    """Writes bytes <= 0x20, bytes >= 0x7F and these others as %XX."""
    bad = re.compile(b"[\x00-\x20\x7f-\xff" + re.escape(others) + b"]")
    return lambda text: bad.sub(lambda hit: b"%%%02X" % hit.group()[0], text) if bad.search(text) else text


escape_path = escaper(b"#%?")
escape_query = escaper(b"#%")


class Unjudgeable(Exception):
    """A URL that has no canonical form."""


class NeedsIdn(Exception):
    """The host needs UTS #46, which this reader does not have."""


class Canonical(NamedTuple):
    scheme: bytes
    host: bytes
    path: bytes
    query: Optional[bytes]
    is_address: bool
    left: list
    sure: int
    is_sure: bool

    def page(self):
        return self.host + self.path + (b"" if self.query is None else b"?" + self.query)

    def text(self):
        return self.scheme + b"://" + self.page()


def canonicalize(url):
    if len(url) > LONGEST:
        raise Unjudgeable("too long")
    text = url.strip(bytes(range(0x21))).split(b"#", 1)[0].translate(None, b"\t\r\n")
    if not text:
        raise Unjudgeable("empty")
    scheme, text, is_bare = split_scheme(text)

    end = END_OF_AUTHORITY.search(text)
    authority, rest = (text, b"") if end is None else (text[:end.start()], text[end.start():])
    path, mark, query = rest.partition(b"?")
    if is_bare and not begins_with_host(authority):
        raise Unjudgeable("neither scheme nor host")
    is_address, host = canonical_host(authority)
    seen = resolve_dots(path, lambda _: None)
    canonical_query = escape_query(unescape(query)) if mark else None
    asked, left = canonical_path(host, seen)
    sure = sure_length(requested(seen), asked)
    is_sure = sure == len(asked) == len(requested(seen)) and escape_query(unescape_once(query)) == (canonical_query or b"")
    canonical = Canonical(scheme, host, asked, canonical_query, is_address, left, sure, is_sure)
    if len(canonical.text()) > LONGEST:
        raise Unjudgeable("too long in canonical form")
    return canonical


def split_scheme(text):
    name = SCHEME.match(text)
    if name and name.group(1).lower() in KNOWN_SCHEMES:
        text = text[name.end():]
        return name.group(1).lower(), text[SLASHES.match(text).end():], False
    if name and not (PORT.match(text, name.end()) and is_host(name.group(1))):
        raise Unjudgeable("unknown scheme")
    slashes = SLASHES.match(text).end()
    if slashes == 1:
        raise Unjudgeable("a path without a host")
    return b"http", text[slashes:], slashes == 0


def is_host(text):
    return b"." in text or re.match(rb"[\[0-9]", text) is not None or text.lower() == b"localhost"


def begins_with_host(authority):
    authority = authority[authority.rfind(b"@") + 1:]
    colon = authority.find(b":", authority.rfind(b"]") + 1)
    return colon < 0 or bool(PORT_ONLY.fullmatch(authority, colon)) and is_host(authority[:colon])


def unescape(text):
    """Until nothing changes, in one pass: an escape may end in a byte that came out of another."""
    if b"%" not in text:
        return text
    out = bytearray()
    for byte in text:
        out.append(byte)
        while out[-3:-2] == b"%" and ESCAPE.fullmatch(out, len(out) - 3):
            out[-3:] = [int(out[-2:], 16)]
    return bytes(out)


def unescape_once(text):
    return ESCAPE.sub(lambda hit: bytes([int(hit.group()[1:], 16)]), text)


def canonical_host(authority):
    authority = authority[authority.rfind(b"@") + 1:]
    if authority.startswith(b"["):
        host, bracket, port = authority.partition(b"]")
        if not bracket or port and not port.startswith(b":"):
            raise Unjudgeable("brackets")
        return visited(host + bracket)
    host, _, port = authority.partition(b":")
    if b":" in port:
        raise Unjudgeable("two colons")
    return visited(host)


def visited(host):
    for _ in range(MOST_ROUNDS):
        before, host = host, unescape_once(host)
        if not host.isascii():
            if len(host) > LONGEST_MAPPED or not is_utf8(host):
                raise Unjudgeable("no name")
            raise NeedsIdn(repr(host))
        if host == before:
            break
    else:
        raise Unjudgeable("escaped too often")
    if host.startswith(b"["):
        if not host.endswith(b"]"):
            raise Unjudgeable("brackets")
        return True, address_in_brackets(host[1:-1])
    host = re.sub(rb"\.+", b".", host.lower().strip(b"."))
    if not host:
        raise Unjudgeable("no host")
    address = ipv4_of(host)
    if not address and (FORBIDDEN.search(host) or NUMBER.fullmatch(host.rpartition(b".")[2])):
        raise Unjudgeable("no name that a browser opens")
    return (True, address) if address else (False, host)


def is_utf8(text):
    try:
        text.decode()
        return True
    except UnicodeDecodeError:
        return False


def ipv4_of(host):
    """In any spelling; None if it is none."""
    if not NUMBERS.fullmatch(host):
        return None
    value = 0
    parts = host.split(b".")
    for i, part in enumerate(parts):
        number = number_of(part)
        size = 1 if i < len(parts) - 1 else 5 - len(parts)
        if number is None or number >= 256 ** size:
            return None
        value = value << 8 * size | number
    return dotted(value)


def number_of(part):
    if part.startswith(b"0x"):
        digits, base = part[2:] or b"0", 16
    elif part.startswith(b"0"):
        digits, base = part, 8
    else:
        digits, base = part, 10
    digits = digits.lstrip(b"0") or b"0"
    if not all(c in b"0123456789abcdef"[:base] for c in digits):
        return None
    return int(digits, base) if len(digits) <= 11 else 1 << 32


def dotted(value):
    return b"%d.%d.%d.%d" % tuple(value.to_bytes(4, "big"))


def address_in_brackets(host):
    if not host.isascii():
        raise Unjudgeable("no address in brackets")
    groups = ipv6_groups(host.partition(b"%")[0].decode())
    last = groups[6] << 16 | groups[7]
    if groups[:6] == [0, 0, 0, 0, 0, 0xFFFF] or groups[:6] == [0x64, 0xFF9B, 0, 0, 0, 0]:
        return dotted(last)
    return b"[" + shortest(groups).encode() + b"]"


def ipv6_groups(text):
    """RFC 4291 section 2.2."""
    left, gap, right = text.partition("::")
    if gap and "::" in right:
        raise Unjudgeable("two gaps")
    head = groups_of(left, is_end=not gap)
    tail = groups_of(right, is_end=True)
    missing = 8 - len(head) - len(tail)
    if missing < 1 if gap else missing != 0:
        raise Unjudgeable("not eight groups")
    return head + [0] * missing + tail


def groups_of(text, is_end):
    groups = []
    parts = text.split(":") if text else []
    for i, part in enumerate(parts):
        if HEX_GROUP.fullmatch(part):
            groups.append(int(part, 16))
        elif is_end and i == len(parts) - 1 and "." in part:
            numbers = part.split(".")
            if len(numbers) != 4 or not all(DECIMAL_BYTE.fullmatch(n) and int(n) < 256 for n in numbers):
                raise Unjudgeable("IPv4 tail")
            a, b, c, d = map(int, numbers)
            groups += [a << 8 | b, c << 8 | d]
        else:
            raise Unjudgeable("group")
    return groups


def shortest(groups):
    """RFC 5952: the first of the longest runs of two or more zero groups becomes `::`."""
    best, length = 0, 1
    for start in range(8):
        end = start
        while end < 8 and groups[end] == 0:
            end += 1
        if end - start > length:
            best, length = start, end - start
    text = [format(group, "x") for group in groups]
    if length < 2:
        return ":".join(text)
    return ":".join(text[:best]) + "::" + ":".join(text[best + length:])


def canonical_path(host, seen):
    """The path, and the directories that it leaves by escaped dots."""
    left = []

    def leave(way):
        directory = escape_path(re.sub(rb"[/\\]+", b"/", way + b"/"))
        if directory.count(b"/") <= MOST_DIRECTORIES and len(host + directory) <= LONGEST and directory not in left:
            left.append(directory)
            if len(left) > MOST_LEFT or sum(len(host + each) for each in left) > LONGEST_LEFT:
                raise Unjudgeable("leaves too much")

    path = resolve_dots(unescape(seen), leave)
    path = escape_path(re.sub(rb"[/\\]+", b"/", path) or b"/")
    return path, [each for each in left if each not in directories(path)]


def resolve_dots(path, leave):
    left = []
    is_dropped = False
    for segment in SEGMENT.findall(path):
        rest = segment[1:].lower().replace(b"%2e", b".")
        is_dropped = rest in (b".", b"..")
        if not is_dropped:
            left.append(segment)
        elif rest == b".." and left:
            leave(b"".join(left))
            left.pop()
    if is_dropped:
        left.append(b"/")
    return b"".join(left)


def requested(seen):
    """As the server may read it: unescaped once, with escaped slashes as no slashes."""
    path = b""
    for byte in BYTE.findall(seen):
        if byte in (b"/", b"\\"):
            path += b"" if path.endswith(b"/") else b"/"
        elif unescape_once(byte) in (b"/", b"\\"):
            path += byte.upper()
        else:
            path += escape_path(unescape_once(byte))
    return path or b"/"


def sure_length(requested_path, path):
    if requested_path == path:
        return len(path)
    return commonprefix([requested_path, path]).rfind(b"/") + 1


def expressions(url):
    """In their order, without the exact form."""
    hosts = host_suffixes(url)
    return [host + path for paths in (path_prefixes(url), url.left) for host in hosts for path in paths]


def exact_form(url):
    return b" " + url.page()


def may_allow(url, expression):
    """Whether it names the URL in both readings."""
    path = expression[expression.index(b"/"):]
    return url.is_sure or expression[:1] != b" " and len(path) <= url.sure and url.path.startswith(path)


def host_suffixes(url):
    hosts = [url.host]
    if not url.is_address:
        labels = url.host.split(b".")
        hosts += [b".".join(labels[-count:]) for count in range(MOST_LABELS, 1, -1) if count < len(labels)]
    return hosts


def path_prefixes(url):
    paths = [] if url.query is None else [url.path + b"?" + url.query]
    paths.append(url.path)
    return paths + [directory for directory in directories(url.path) if directory not in paths]


def directories(path):
    slashes = [at for at, byte in enumerate(path) if byte == ord("/")]
    return [path[:at + 1] for at in slashes[:MOST_DIRECTORIES]]
