package bloomward.server.feed;

import bloomward.format.url.Unjudgeable;

/// Why a line of a list became no entry.
public enum RejectReason {

    MALFORMED("not a line of this format", false), NOT_TEXT("holds bytes that are no text", false),
    LINE_TOO_LONG("longer than any line of a list", false), URL_TOO_LONG("URL " + Unjudgeable.TOO_LONG.reason(), false),
    NO_HOST("URL without a host", false), BAD_HOST("host is no name and no address", false),
    PATTERN("a pattern, not a host or a path", false),
    LOCAL_NAME("a name of the local network, or of one label", false),

    SCHEME(Unjudgeable.SCHEME.reason(), true), PRIVATE_ADDRESS("an address that is not on the public network", true),
    ADDRESS_RANGE("a range of addresses", true), HAS_PATH("has a path, and the feed lists hosts", true),
    EXCEPTION("an exception: lists what is allowed", true),
    CONDITION("applies under a condition that an entry cannot have", true), COSMETIC("hides parts of a page", true),
    NOT_BLOCKED("sends the name elsewhere, does not block it", true),
    OTHER_TRIGGER("triggered by an address or a name server, not by a name", true),
    OTHER_KIND("neither host nor URL", true), UNVERIFIED("not verified by its publisher", true),
    OUTSIDE_ZONE("a name outside the zone", true);

    private final String reason;
    private final boolean understood;

    RejectReason(String reason, boolean understood) {
        this.reason = reason;
        this.understood = understood;
    }

    /// A few words for a person.
    public String reason() {
        return reason;
    }

    /// Whether the line is one of its format and says something else than an entry can. A body in which most lines are
    /// not even that is no list of this format.
    public boolean isUnderstood() {
        return understood;
    }

    static RejectReason of(Unjudgeable problem) {
        return switch (problem) {
            case EMPTY, NO_HOST -> NO_HOST;
            case TOO_LONG -> URL_TOO_LONG;
            case SCHEME -> SCHEME;
            case BAD_HOST -> BAD_HOST;
        };
    }
}
