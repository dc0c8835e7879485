package bloomward.format.confirm;

/// How far below its expression a listing reaches. The expression itself says so; here it is said for people and logs.
///
/// In the order of the codes, which are frozen.
public enum Scope {

    /// The host, its subdomains, every path.
    HOST(1),
    /// A directory and what is below it, or a page with any query.
    PREFIX(2),
    /// This one page.
    EXACT(3);

    private static final Scope[] SCOPES = values();

    private final byte code;

    Scope(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    static boolean isCode(byte code) {
        return code >= 1 && code <= SCOPES.length;
    }

    /// The scope of a code that [#isCode].
    static Scope ofCode(byte code) {
        return SCOPES[code - 1];
    }
}
