package bloomward.server.feed.syntax;

import bloomward.format.url.Unjudgeable;

/// The reasons for rejecting a line of a list.
public enum RejectReason {

    MALFORMED("not a line of this format", false), NOT_TEXT("contains bytes that are not text", false),
    LINE_TOO_LONG("line too long", false), URL_TOO_LONG("URL " + Unjudgeable.TOO_LONG.reason(), false),
    NO_HOST("URL without a host", false), BAD_HOST("host is neither a name nor an address", false),
    PATTERN("a pattern, not a host or a path", false), LOCAL_NAME("a local name, or a name with a single label", false),

    SCHEME(Unjudgeable.SCHEME.reason(), true), PRIVATE_ADDRESS("an address outside the public network", true),
    ADDRESS_RANGE("a range of addresses", true), HAS_PATH("has a path, but the feed lists hosts", true),
    EXCEPTION("an exception that allows instead of listing", true),
    CONDITION("has a condition that an entry cannot express", true), COSMETIC("hides parts of a page", true),
    NOT_BLOCKED("redirects the name instead of blocking it", true),
    OTHER_TRIGGER("triggered by an address or a name server, not by a name", true),
    OTHER_KIND("neither a host nor a URL", true), UNVERIFIED("not verified by the publisher", true),
    OUTSIDE_ZONE("a name outside the zone", true);

    private final String reason;
    private final boolean understood;

    RejectReason(String reason, boolean understood) {
        this.reason = reason;
        this.understood = understood;
    }

    /// A short description for people.
    public String reason() {
        return reason;
    }

    /// Whether the line is valid in its format but cannot be expressed as an entry. A body in which most lines are not
    /// even valid is not a list in this format.
    public boolean isUnderstood() {
        return understood;
    }

    public static RejectReason of(Unjudgeable problem) {
        return switch (problem) {
            case EMPTY, NO_HOST -> NO_HOST;
            case TOO_LONG -> URL_TOO_LONG;
            case SCHEME -> SCHEME;
            case BAD_HOST, NO_ADDRESS -> BAD_HOST;
            case DOTS -> MALFORMED;
        };
    }
}
