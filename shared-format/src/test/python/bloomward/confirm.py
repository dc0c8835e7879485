"""Confirm answers and their proofs, FORMAT.md 16."""

import hashlib
import re
from struct import unpack_from
from typing import NamedTuple

from .envelope import END, START
from .refusal import Refused, malformed_unless

MAGIC = START + b"C" + END
SCOPES = {1: "host", 2: "prefix", 3: "exact"}
CATEGORY = re.compile(rb"[a-z][a-z0-9-]{0,31}")


class Record(NamedTuple):
    full_hash: bytes
    scope: int
    category: bytes


def bucket_of(expression, bits):
    return int.from_bytes(hashlib.sha256(expression).digest(), "big") >> 256 - bits


def open_answer(data, root, bits, bucket):
    """The records of the bucket that was asked for, proven by the root of the manifest."""
    if data[:8] != MAGIC[:len(data)]:
        raise Refused("NOT_OUR_FILE", "magic")
    if len(data) < 24:
        raise Refused("TRUNCATED", "header")
    version, said_bits, reserved, said_bucket, leaf_length, proof_length = unpack_from("<HBBIII", data, 8)
    if version != 1:
        raise Refused("TOO_NEW" if version > 1 else "TOO_OLD", f"version {version}")
    malformed_unless(said_bits <= 16 and reserved == 0 and said_bucket < 1 << said_bits, "bits or bucket")
    malformed_unless(8 <= leaf_length <= 1 << 22 and proof_length == 32 * said_bits, "lengths")
    end = 24 + leaf_length + proof_length
    if len(data) < end:
        raise Refused("TRUNCATED", f"{end} bytes: {len(data)}")
    malformed_unless(len(data) == end, "bytes behind the end")
    if (said_bits, said_bucket) != (bits, bucket):
        raise Refused("OTHER_QUESTION", f"bucket {said_bucket} of {said_bits} bits")
    leaf, proof = data[24:24 + leaf_length], data[24 + leaf_length:]
    node = hashlib.sha256(b"\0" + leaf).digest()
    for level in range(bits):
        other = proof[32 * level:32 * level + 32]
        node = hashlib.sha256(b"\1" + (other + node if bucket >> level & 1 else node + other)).digest()
    if node != root:
        raise Refused("UNPROVEN", f"leads to {node.hex()}")
    return read_leaf(leaf, bits, bucket)


def read_leaf(leaf, bits, bucket):
    said_bucket, count = unpack_from("<II", leaf)
    malformed_unless(said_bucket == bucket, "bucket of the leaf")
    malformed_unless(count * 35 <= len(leaf) - 8, f"no room for {count} records")
    records = []
    at = 8
    for _ in range(count):
        malformed_unless(len(leaf) >= at + 34, "record cut")
        full_hash, scope, length = leaf[at:at + 32], leaf[at + 32], leaf[at + 33]
        if scope not in SCOPES:
            raise Refused("TOO_NEW", f"scope {scope}")
        category = leaf[at + 34:at + 34 + length]
        malformed_unless(len(category) == length and CATEGORY.fullmatch(category), "category")
        malformed_unless(int.from_bytes(full_hash, "big") >> 256 - bits == bucket, "hash of another bucket")
        record = Record(full_hash, scope, category)
        malformed_unless(not records or records[-1] < record, "order of records")
        records.append(record)
        at += 34 + length
    malformed_unless(at == len(leaf), "bytes behind the last record")
    return records
