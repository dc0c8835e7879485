"""Public paths and the rungs between versions, FORMAT.md 18 and 19.1."""

import re

DIGEST = "[0-9a-f]{64}"
VERSION = "([1-9][0-9]{0,15})"
LIST = "[a-z][a-z0-9-]{0,63}"
PATHS = re.compile(rf"/v1/(?:latest|root/{VERSION}|(?:manifest|packed|flat|allow)/{DIGEST}|delta/{LIST}/{VERSION}/{VERSION}"
                   rf"|bloom/{LIST}/(?:packed|flat)|confirm/{DIGEST}/(0|[1-9][0-9]{{0,4}}))")


def is_public(path):
    found = PATHS.fullmatch(path)
    if not found:
        return False
    root, old, new, bucket = (int(number or 0) for number in found.groups())
    return max(root, new) < 1 << 53 and (new == 0 or old < new) and bucket <= 65535


def next_version(have, newest):
    """Where the next delta leads from a version; None if the packed file must be fetched."""
    if newest - have <= 32:
        return newest
    rung = newest - newest % 32
    smallest = -(-have // 1024) * 1024
    if len(range(smallest + 1024, rung, 1024)) > 7:
        return None
    if have % 32:
        return have + 32 - have % 32
    if rung - have <= 1024 or have % 1024 == 0:
        return rung
    return have + 1024 - have % 1024


def route(have, newest):
    steps = []
    while have != newest:
        have = next_version(have, newest)
        if have is None:
            return None
        steps.append(have)
    return steps
