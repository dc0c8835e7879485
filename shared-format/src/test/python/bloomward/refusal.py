"""Why something is refused, FORMAT.md 14."""


class Refused(Exception):
    """Bytes that are not to be used. The reason is a word of FORMAT.md."""

    def __init__(self, reason, message):
        super().__init__(f"{reason}: {message}")
        self.reason = reason
        self.message = message


def malformed_unless(condition, message):
    if not condition:
        raise Refused("MALFORMED", message)
