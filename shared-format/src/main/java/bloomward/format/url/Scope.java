package bloomward.format.url;

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

    /// The scope of an expression, which its form says: a leading space is the exact form, a host has its only slash at
    /// its end, and all else is a prefix.
    ///
    /// @param expression has the canonical expression in `length` bytes from `offset` on
    public static Scope of(byte[] expression, int offset, int length) {
        if (length > 0 && expression[offset] == ' ') {
            return EXACT;
        }
        int end = offset + length;
        int at = offset;
        while (at < end && expression[at] != '/') {
            at++;
        }
        return at == end - 1 ? HOST : PREFIX;
    }

    /// The number that stands for it in a confirm answer (FORMAT.md 16).
    public byte code() {
        return code;
    }

    public static boolean isCode(byte code) {
        return code >= 1 && code <= SCOPES.length;
    }

    /// The scope of a code that [#isCode].
    public static Scope ofCode(byte code) {
        return SCOPES[code - 1];
    }
}
