package bloomward.server.safebrowsing;

import bloomward.format.url.Expression;
import bloomward.format.url.Scope;
import java.util.LinkedHashSet;
import java.util.Set;

/// The texts that clients of the protocol hash for an expression. One for most; clients disagree about a few:
///
/// | the expression has | documents | Firefox | google/safebrowsing |
/// |---|---|---|---|
/// | the exact form | the whole expression, without its space | same | same |
/// | `%3F` in a path | `?` | `?` | `?` |
/// | `%23` | `%23` | `%23`, once `#` | `%23` |
/// | another escape, `%C3` | `%C3` | `%C3` | `%c3` |
/// | `//` in a query | `//` | `//`, once `/` | `//` |
/// | IPv6 `[2001:db8::1]` | with brackets | without | with brackets |
/// | an empty query, `a?` | `a?` | `a?` | `a` |
///
/// An empty query behind a slash stays: without it, a page would become a directory or a whole host. Firefox 153 unescapes a
/// query only once: what it hashes for one that is escaped twice, `%2541`, cannot be told from the expression, `A`.
final class Spellings {

    private Spellings() {}

    /// Whether there may be another text than the expression. False for nearly all, and quick.
    static boolean mayDiffer(byte[] buffer, int offset, int length) {
        int end = offset + length;
        if (buffer[offset] == ' ' || buffer[offset] == '[' || buffer[end - 1] == '?') {
            return true;
        }
        boolean isQuery = false;
        for (int at = offset; at < end; at++) {
            byte b = buffer[at];
            if (b == '%' || (isQuery && b == '/' && buffer[at - 1] == '/')) {
                return true;
            }
            isQuery |= b == '?';
        }
        return false;
    }

    /// All of them, the documented one first.
    static Set<String> of(Expression expression) {
        String text = expression.scope() == Scope.EXACT ? expression.text().substring(1) : expression.text();
        int slash = text.indexOf('/');
        String host = text.substring(0, slash);
        String documented = withQuestionMarks(text.substring(slash));
        Set<String> all = new LinkedHashSet<>();
        all.add(host + documented);
        all.add(withoutBrackets(host) + folded(documented.replace("%23", "#")));
        all.add(host + withoutEmptyQuery(inLowerCase(documented)));
        all.add(text); // with its escapes as they are
        return all;
    }

    private static String withQuestionMarks(String path) {
        int query = path.indexOf('?');
        return query < 0
                ? path.replace("%3F", "?")
                : path.substring(0, query).replace("%3F", "?") + path.substring(query);
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private static String folded(String path) {
        StringBuilder folded = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c != '/' || i == 0 || path.charAt(i - 1) != '/') {
                folded.append(c);
            }
        }
        return folded.toString();
    }

    private static String inLowerCase(String path) {
        StringBuilder lower = new StringBuilder(path);
        for (int at = lower.indexOf("%"); at >= 0 && at + 2 < lower.length(); at = lower.indexOf("%", at + 3)) {
            lower.setCharAt(at + 1, Character.toLowerCase(lower.charAt(at + 1)));
            lower.setCharAt(at + 2, Character.toLowerCase(lower.charAt(at + 2)));
        }
        return lower.toString();
    }

    private static String withoutEmptyQuery(String path) {
        boolean isEmpty = path.indexOf('?') == path.length() - 1;
        return isEmpty && !path.endsWith("/?") ? path.substring(0, path.length() - 1) : path;
    }
}
