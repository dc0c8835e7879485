#!/usr/bin/env python3
"""Reads Bloomward's files with nothing but Python 3 and FORMAT.md.

    bloomward_reader.py verify [--root ROOT] [--manifest MANIFEST] [--base PACKED] [--confirm ROOT:BITS:BUCKET] FILE...
    bloomward_reader.py apply BASE DELTA RESULT
    bloomward_reader.py lookup FILE...        URLs from standard input, one a line
    bloomward_reader.py answer FILE...        questions from standard input, see bloomward/questions.py

`verify` takes the kind of a file from the end of its name; a signed file is checked with the root. It ends with 1 if anything
was refused, `lookup` if anything is perhaps listed. A host that needs UTS #46 is not looked up, and said so.
"""

import argparse
import sys

sys.dont_write_bytecode = True

from bloomward import confirm, filters, library, questions, releases, url  # noqa: E402
from bloomward.refusal import Refused  # noqa: E402


def read(path):
    with open(path, "rb") as file:
        return file.read()


def verify(options):
    refused = 0
    root = releases.Root.first(read(options.root)) if options.root else None
    for path in options.files:
        try:
            print(path, "ok", accepted(path, read(path), root, options), sep="\t")
        except Refused as e:
            refused += 1
            print(path, e.reason, e.message, sep="\t")
    return 1 if refused else 0


def accepted(path, data, root, options):
    """The description of a file, once nothing speaks against it."""
    ending = path.rsplit(".", 1)[-1]
    if ending == "root":
        return "version {}".format((root.next(data) if root else releases.Root.first(data)).version)
    if ending == "manifest":
        return f"sequence {needed(root, '--root').manifest(data).sequence}"
    if ending == "latest":
        latest = needed(root, "--root").latest(data)
        if options.manifest:
            latest.check(root.manifest(read(options.manifest)))
        return f"sequence {latest.sequence}"
    if ending == "allow":
        return f"{len(releases.open_allow(data))} expressions"
    if ending == "confirm":
        number, bits, bucket = needed(options.confirm, "--confirm").split(":")
        return f"{len(confirm.open_answer(data, bytes.fromhex(number), int(bits), int(bucket)))} records"
    if ending == "bloom" and root:
        opened, release = releases.open_signed_filter(data, root)
        return f"list {release.name} version {release.version}"
    if ending == "delta":
        delta = filters.open_delta(data)
        if options.base:
            delta.apply(filters.open_packed(read(options.base)))
        else:
            delta.rows()
        return f"{delta.fields.entries} entries"
    if ending == "library":
        return f"kind {library.Library(data).kind}"
    return f"{filters.open_filter(data).fields.entries} entries"


def needed(value, option):
    if value is None:
        sys.exit(f"needs {option}")
    return value


def apply(options):
    result = filters.open_delta(read(options.delta)).apply(filters.open_packed(read(options.base)))
    with open(options.result, "wb") as file:
        file.write(result)


def lookup(options):
    askers = [(path, questions.asker(read(path))) for path in options.files]
    listed = 0
    for line in sys.stdin.buffer:
        given = line.rstrip(b"\n")
        try:
            entries = questions.entries_of(url.canonicalize(given))
            hits = [f"{path}: {entry.decode()}" for path, has in askers for entry in entries if has(entry)]
            verdict = "not listed"
            if hits:
                listed += 1
                verdict = "perhaps listed"
        except url.Unjudgeable as e:
            verdict, hits = "unjudgeable", [str(e)]
        except url.NeedsIdn:
            verdict, hits = "not looked up", ["the host needs UTS #46, which this reader does not have"]
        print(given.decode(errors="backslashreplace"), verdict, *hits, sep="\t")
    return 1 if listed else 0


def answer(options):
    for line in questions.answers(sys.stdin, [read(path) for path in options.files]):
        print(line)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)

    command = commands.add_parser("verify")
    command.add_argument("--root")
    command.add_argument("--manifest")
    command.add_argument("--base")
    command.add_argument("--confirm")
    command.add_argument("files", nargs="+")
    command.set_defaults(run=verify)

    command = commands.add_parser("apply")
    for name in ("base", "delta", "result"):
        command.add_argument(name)
    command.set_defaults(run=apply)

    for name, run, count in (("lookup", lookup, "+"), ("answer", answer, "*")):
        command = commands.add_parser(name)
        command.add_argument("files", nargs=count)
        command.set_defaults(run=run)

    options = parser.parse_args()
    try:
        return options.run(options)
    except Refused as e:
        sys.exit(str(e))


if __name__ == "__main__":
    sys.exit(main())
