"""Where a publication is, FORMAT.md 17.2."""

import re

from .url import Unjudgeable, ipv6_groups

LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
LAST_LABEL = "[a-z](?:[a-z0-9-]*[a-z0-9])?"
NUMBER = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
ADDRESS = re.compile(rf"https?://(?:(?:{LABEL}\.)*{LAST_LABEL}|{NUMBER}(?:\.{NUMBER}){{3}}|\[([0-9a-f:]+)\])"
                     r"(?::([1-9][0-9]{0,4}))?((?:/[A-Za-z0-9._~-]+)*)")


def is_address(text):
    found = ADDRESS.fullmatch(text)
    if not found or len(text) > 512:
        return False
    ipv6, port, path = found.groups()
    return (ipv6 is None or is_ipv6(ipv6)) and int(port or 1) <= 65535 and not {".", ".."} & set(path.split("/"))


def is_ipv6(text):
    try:
        ipv6_groups(text)
        return True
    except Unjudgeable:
        return False
