package bloomward.server.store;

/// What may be stored as an expression.
public final class Expressions {

    /// An expression comes from a URL of at most 16 KiB, in which each byte may have been escaped.
    private static final int MAX_LENGTH = 0xffff;

    private Expressions() {}

    /// @return the same
    public static String require(String expression) {
        boolean isFine = !expression.isEmpty() && expression.length() <= MAX_LENGTH;
        for (int i = 0; i < expression.length() && isFine; i++) {
            char c = expression.charAt(i);
            isFine = c >= ' ' && c < 0x7f;
        }
        if (!isFine) {
            throw new IllegalArgumentException(
                    "no expression (1 to " + MAX_LENGTH + " printable ASCII characters): " + expression);
        }
        return expression;
    }
}
