package bloomward.format.url;

/// The meaning of a byte to the rules, by table.
final class ByteKind {

    /// Stands in a path or query as it is: no control, blank, `#`, `%`, DEL or byte above.
    private static final int PLAIN = 1;
    /// Stands in a host as it is, once in lower case; and the host needs no second look.
    private static final int HOST = 2;
    /// Ends a path segment or changes how a path is read: `/ \ ? .` and what is not plain.
    private static final int PATH_MARK = 4;

    private static final byte[] KINDS = new byte[256];

    static {
        for (int b = 0; b < 256; b++) {
            boolean plain = b > 0x20 && b < 0x7f && b != '#' && b != '%';
            boolean host = isLetter((byte) b) || isDigit((byte) b) || b == '-' || b == '_';
            boolean mark = !plain || b == '/' || b == '\\' || b == '?' || b == '.';
            KINDS[b] = (byte) ((plain ? PLAIN : 0) | (host ? HOST : 0) | (mark ? PATH_MARK : 0));
        }
    }

    private ByteKind() {}

    static boolean isPlain(byte b) {
        return (KINDS[b & 0xff] & PLAIN) != 0;
    }

    static boolean isHost(byte b) {
        return (KINDS[b & 0xff] & HOST) != 0;
    }

    static boolean isPathMark(byte b) {
        return (KINDS[b & 0xff] & PATH_MARK) != 0;
    }

    /// Whether a byte of a host is escaped: what is not plain, and what would end the host or split it otherwise.
    static boolean isEscapedInHost(byte b) {
        return !isPlain(b) || b == '/' || b == '\\' || b == '?' || b == '@' || b == ':' || b == '[' || b == ']';
    }

    /// Whether no browser opens a host that has this byte.
    static boolean isForbiddenInHost(byte b) {
        return isEscapedInHost(b) || b == '<' || b == '>' || b == '^' || b == '|';
    }

    /// Browsers read a backslash before the query as a slash.
    static boolean isSlash(byte b) {
        return b == '/' || b == '\\';
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    static boolean isLetter(byte b) {
        int lower = b | 0x20;
        return lower >= 'a' && lower <= 'z';
    }

    /// The value of a hex digit, or -1.
    static int hexValue(byte b) {
        if (b >= '0' && b <= '9') {
            return b - '0';
        }
        int lower = b | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    static byte lowerCase(byte b) {
        return b >= 'A' && b <= 'Z' ? (byte) (b | 0x20) : b;
    }
}
