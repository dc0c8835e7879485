package bloomward.server.guard;

import bloomward.format.url.UrlExpressions;
import java.util.Optional;
import java.util.regex.Pattern;

/// Converts typed host names to the canonical form of expressions. Used by one thread.
final class Hosts {

    private static final String WWW = "www.";
    private static final Pattern NAME_OR_ADDRESS = Pattern.compile("[a-z0-9._-]+|\\[[0-9a-f:]+]");

    private final UrlExpressions expressions = new UrlExpressions();

    /// The canonical form, or empty if the text is not just a host.
    Optional<String> canonical(String text) {
        if (text.isEmpty() || !isHostText(text) || expressions.read("http://" + text + "/").isPresent()) {
            return Optional.empty();
        }
        String form = expressions.exact().shown();
        int slash = form.indexOf('/');
        String host = form.substring(0, slash);
        return slash == form.length() - 1 && NAME_OR_ADDRESS.matcher(host).matches()
                ? Optional.of(host)
                : Optional.empty();
    }

    /// Whether the text has no character that ends the host of a URL or would be cut off. A bracketed address has
    /// colons.
    private static boolean isHostText(String text) {
        boolean bracketed = text.startsWith("[") && text.endsWith("]");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c == '/' || c == '\\' || c == '?' || c == '#' || c == '@' || (c == ':' && !bracketed)) {
                return false;
            }
        }
        return true;
    }

    /// Whether a canonical host is an address. No top-level domain begins with a digit.
    static boolean isAddress(String host) {
        char c = host.charAt(host.lastIndexOf('.') + 1);
        return c == '[' || (c >= '0' && c <= '9');
    }

    /// The host without `www.`, as both usually lead to the same site.
    static String withoutWww(String host) {
        return host.startsWith(WWW) && host.indexOf('.', WWW.length()) > 0 ? host.substring(WWW.length()) : host;
    }
}
