package bloomward.server.draft.search;

import bloomward.format.url.Expression;
import bloomward.format.url.UrlExpressions;
import java.util.Locale;
import java.util.Optional;

/// A question for entries, in the words of a person.
///
/// ```
///   evil.example       the host and all hosts below it
///   *.evil.example     the hosts below it
///   *login*            every expression that contains the text; the same without asterisks where it is no host
/// ```
///
/// Letters match in either case. Matching takes one pass over an expression.
public final class EntryPattern {

    /// Longer texts are in no expression.
    private static final int LONGEST = Expression.MAX_LENGTH;

    private enum Kind {
        ALL, HOST_AND_BELOW, BELOW, TEXT
    }

    private final Kind kind;
    private final String text;

    private EntryPattern(Kind kind, String text) {
        this.kind = kind;
        this.text = text;
    }

    /// Reads a pattern.
    ///
    /// @param words empty for every entry
    /// @return nothing if it is none
    public static Optional<EntryPattern> parse(String words) {
        if (words.isEmpty()) {
            return Optional.of(new EntryPattern(Kind.ALL, ""));
        }
        if (words.length() > LONGEST) {
            return Optional.empty();
        }
        if (words.startsWith("*.")) {
            return host(words.substring(2)).map(host -> new EntryPattern(Kind.BELOW, host));
        }
        if (words.length() > 2 && words.startsWith("*") && words.endsWith("*")) {
            return text(words.substring(1, words.length() - 1));
        }
        Optional<String> host = words.indexOf('.') > 0 ? host(words) : Optional.empty();
        return host.isPresent() ? Optional.of(new EntryPattern(Kind.HOST_AND_BELOW, host.get())) : text(words);
    }

    /// As expressions spell it, so that an IDN and a host in capitals are found.
    private static Optional<String> host(String words) {
        String bare = words.replaceFirst("^[A-Za-z]+://", "").replaceFirst("/$", "");
        if (bare.isEmpty() || bare.chars().anyMatch(c -> c <= ' ' || "*/?#@:\\".indexOf(c) >= 0)) {
            return Optional.empty();
        }
        UrlExpressions expressions = new UrlExpressions();
        return expressions.read(bare).isPresent() ? Optional.empty() : Optional.of(hostOf(expressions.exact().shown()));
    }

    private static String hostOf(String shown) {
        return shown.substring(0, shown.indexOf('/'));
    }

    private static Optional<EntryPattern> text(String words) {
        String bare = words.replaceFirst("^[A-Za-z]+://", "").toLowerCase(Locale.ROOT);
        return bare.isEmpty() || bare.indexOf('*') >= 0
                ? Optional.empty()
                : Optional.of(new EntryPattern(Kind.TEXT, bare));
    }

    /// A text in every expression that matches, in upper or lower case; perhaps in others, too.
    String text() {
        return text;
    }

    public boolean matches(Expression expression) {
        String shown = expression.shown();
        return switch (kind) {
            case ALL -> true;
            case TEXT -> shown.toLowerCase(Locale.ROOT).contains(text);
            case BELOW -> isBelow(shown, shown.indexOf('/'));
            case HOST_AND_BELOW -> {
                int end = shown.indexOf('/');
                yield (end == text.length() && shown.startsWith(text)) || isBelow(shown, end);
            }
        };
    }

    private boolean isBelow(String shown, int hostEnd) {
        int from = hostEnd - text.length();
        return from > 1 && shown.charAt(from - 1) == '.' && shown.startsWith(text, from);
    }
}
