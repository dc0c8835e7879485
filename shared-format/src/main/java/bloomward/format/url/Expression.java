package bloomward.format.url;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// The name of something that can be listed: a host, a directory or page below one, or one page alone (FORMAT.md 2).
///
/// ```
///   evil.example/          the host, its subdomains, every path     Scope.HOST
///   evil.example/a/        the directory and everything below it    Scope.PREFIX
///   _evil.example/a?b=1    this page alone; begins with a space     Scope.EXACT
/// ```
///
/// The text is what is hashed, so the scope is part of it. A value is ASCII of the right form; only [UrlExpressions]
/// makes the canonical one of a URL. Where millions are handled, expressions stay ranges of bytes.
public record Expression(String text) implements Comparable<Expression> {

    /// The longest canonical URL, and the space of an exact form.
    public static final int MAX_LENGTH = UrlExpressions.MAX_LENGTH + 1;

    private static final char EXACT_MARK = ' ';

    /// @throws IllegalArgumentException if the text has not the form of an expression
    public Expression {
        if (!isExpression(text)) {
            throw new IllegalArgumentException("no expression, which is a host and a path of at most " + MAX_LENGTH
                    + " visible ASCII characters: '" + text + "'");
        }
    }

    /// Whether the text has the form of an expression.
    public static boolean isExpression(String text) {
        int from = !text.isEmpty() && text.charAt(0) == EXACT_MARK ? 1 : 0;
        if (text.length() > MAX_LENGTH || text.indexOf('/') <= from) {
            return false;
        }
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) <= ' ' || text.charAt(i) >= 0x7f) {
                return false;
            }
        }
        return true;
    }

    /// How far below it a listing reaches, as [Scope#of] reads it from the bytes.
    public Scope scope() {
        return text.charAt(0) == EXACT_MARK
                ? Scope.EXACT
                : text.indexOf('/') == text.length() - 1 ? Scope.HOST : Scope.PREFIX;
    }

    /// The text for a person: without the space of an exact form, which [#scope] tells as well.
    public String shown() {
        return text.charAt(0) == EXACT_MARK ? text.substring(1) : text;
    }

    /// The bytes that are hashed.
    public byte[] toBytes() {
        return text.getBytes(US_ASCII);
    }

    @Override
    public int compareTo(Expression other) {
        return text.compareTo(other.text);
    }

    /// The text as it is hashed.
    @Override
    public String toString() {
        return text;
    }
}
