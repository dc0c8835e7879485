"""Short questions, one a line, for tests that compare this reader with another one.

The fields of a question are separated by tabs; bytes are written in hex. Each has one line as its answer:

    hash SEED BYTES                  the hash, FORMAT.md 3
    url BYTES                        canonical form, expressions, exact form, a `?` before those that cannot allow; or `idn`;
                                     or `unjudgeable`
    lookup BYTES                     for each file on the command line, which expressions of the URL it has
    parse KIND BYTES                 `ok`, or why a file or the text of a note is refused
    apply BASE DELTA                 the result of a delta, or why it is refused
    confirm ROOT BITS BUCKET BYTES   how many records, or why the answer is refused
    signed KEY BYTES SIGNATURE       whether Ed25519 verifies
    key TEXT                         `ok`, or why a public key is refused
    note THRESHOLD KEYS BYTES        the text and how many keys signed it, or why not; keys are separated by spaces
    address TEXT                     whether a root may name it
    path TEXT                        whether it is a public path
    route FROM TO                    the versions to which deltas lead, or `packed`
"""

from functools import lru_cache

from . import confirm, ed25519, filters, library, notes, paths, releases, url
from .addresses import is_address
from .refusal import Refused
from .xxh3 import Xxh3

PARSERS = {
    "filter": filters.open_filter,
    "delta": filters.open_delta,
    "library": library.Library,
    "root": lambda data: releases.Root(data.decode()),
    "manifest": lambda data: releases.Manifest(data.decode(), ""),
    "latest": lambda data: releases.Latest(data.decode()),
    "allow": releases.open_allow,
    "note": notes.Note.parse,
}


def answer_hash(seed, data):
    return format(Xxh3(int(seed, 16)).hash(bytes.fromhex(data)), "016x")


def entries_of(canonical):
    """The expressions in their order, the exact form behind them."""
    return [*url.expressions(canonical), url.exact_form(canonical)]


def answer_url(data):
    canonical = url.canonicalize(bytes.fromhex(data))
    marked = [(b"" if url.may_allow(canonical, entry) else b"?") + entry for entry in entries_of(canonical)]
    return "\t".join(part.decode() for part in [canonical.text(), *marked])


def answer_parse(kind, data):
    PARSERS[kind](bytes.fromhex(data))
    return "ok"


def answer_apply(base, delta):
    return filters.open_delta(bytes.fromhex(delta)).apply(filters.open_packed(bytes.fromhex(base))).hex()


def answer_confirm(root, bits, bucket, data):
    return len(confirm.open_answer(bytes.fromhex(data), bytes.fromhex(root), int(bits), int(bucket)))


def answer_signed(key, data, signature):
    key = bytes.fromhex(key)
    return ed25519.is_public_key(key) and ed25519.verifies(key, bytes.fromhex(data), bytes.fromhex(signature))


def answer_key(text):
    notes.PublicKey.parse(text)
    return "ok"


def answer_note(threshold, keys, data):
    trusted = notes.TrustedKeys(int(threshold), [notes.PublicKey.parse(key) for key in keys.split(" ")])
    text, signers = trusted.verified(notes.Note.parse(bytes.fromhex(data)))
    return f"{text.encode().hex()}\t{signers}"


def answer_address(text):
    return is_address(text)


def answer_path(text):
    return paths.is_public(text)


def answer_route(old, new):
    steps = paths.route(int(old), int(new))
    return "packed" if steps is None else " ".join(map(str, steps))


def answers(lines, files):
    """One for each line, in its order."""
    askers = [asker(data) for data in files]

    def answer_lookup(data):
        entries = entries_of(url.canonicalize(bytes.fromhex(data)))
        return "\t".join(",".join(str(i) for i, entry in enumerate(entries) if has(entry)) for has in askers)

    words = {"hash": answer_hash, "url": answer_url, "lookup": answer_lookup, "parse": answer_parse,
             "apply": answer_apply, "confirm": answer_confirm, "signed": answer_signed, "key": answer_key,
             "note": answer_note, "address": answer_address, "path": answer_path, "route": answer_route}
    for line in lines:
        word, *fields = line.rstrip("\n").split("\t")
        try:
            yield words[word](*fields)
        except Refused as e:
            yield e.reason
        except url.Unjudgeable:
            yield "unjudgeable"
        except url.NeedsIdn:
            yield "idn"


def asker(data):
    """Says whether a file has an expression."""
    if data[3:4] == b"L":
        opened = library.Library(data)
        hashed = hash_under(opened.seed)
    else:
        opened = filters.open_filter(data)
        hashed = hash_under(opened.fields.seed)
    return lambda expression: opened.contains(hashed(expression))


@lru_cache
def hash_under(seed):
    """Files of one seed share a hash, and its last few results."""
    return lru_cache(maxsize=64)(Xxh3(seed).hash)
