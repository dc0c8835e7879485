package bloomward.format.url;

/// Why a text has no expressions. Never the same as clean.
public enum Unjudgeable {

    EMPTY("empty"), TOO_LONG("longer than " + UrlExpressions.MAX_LENGTH + " bytes"),
    SCHEME("scheme is not http, https, ws, wss or ftp"), NO_ADDRESS("begins with neither a scheme nor a host"),
    NO_HOST("no host"), BAD_HOST("host is no name and no address"),
    DOTS("its escaped dots leave more directories than are looked up");

    private final String reason;

    Unjudgeable(String reason) {
        this.reason = reason;
    }

    /// A few words for a person.
    public String reason() {
        return reason;
    }
}
