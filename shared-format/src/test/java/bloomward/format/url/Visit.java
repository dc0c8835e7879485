package bloomward.format.url;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// Compares the expressions of a URL with the address that a browser requests when it is given that URL.
///
/// Every entry that names the requested page must be among the expressions: each expression of the requested address,
/// and each directory through which the request goes.
public final class Visit {

    private final UrlExpressions given = new UrlExpressions();
    private final UrlExpressions other = new UrlExpressions();

    /// Reads a URL as it is given to a browser.
    ///
    /// @return the reason if it cannot be judged, and so is never clean
    public Optional<Unjudgeable> read(byte[] url) {
        return given.read(url);
    }

    /// Whether an entry is among the expressions of the URL read last.
    public boolean asks(String entry) {
        return expressions(given).contains(entry);
    }

    /// An entry that names what the browser requested, and is not among the expressions of the URL read last.
    ///
    /// @param requested absolute, as in the request to a proxy
    public Optional<String> missed(String requested) {
        Set<String> asked = new HashSet<>(expressions(given));
        Optional<Unjudgeable> refused = other.read(requested.getBytes(ISO_8859_1));
        if (refused.isPresent()) {
            return Optional.of("any: " + refused.get());
        }
        Optional<String> missed = expressions(other).stream().filter(name -> !asked.contains(name)).findFirst();
        return missed.isPresent() ? missed : missedDirectory(requested, asked);
    }

    /// Directories that say the same in both readings, and so can be named by an entry.
    private Optional<String> missedDirectory(String requested, Set<String> asked) {
        int path = requested.indexOf('/', "http://".length());
        int end = (requested + "?").indexOf('?');
        int depth = 0;
        for (int slash = path; slash >= 0 && slash < end && depth <= 8; slash = requested.indexOf('/', slash + 1)) {
            String directory = requested.substring(0, slash + 1);
            if (directory.toLowerCase(Locale.ROOT).matches(".*%(2f|5c|25).*")) {
                return Optional.empty();
            }
            if (other.read(directory.getBytes(ISO_8859_1)).isEmpty()) {
                String name = other.exact().shown();
                depth = (int) name.chars().filter(c -> c == '/').count();
                if (depth <= 9 && !asked.contains(name)) {
                    return Optional.of(name);
                }
            }
        }
        return Optional.empty();
    }

    private static Set<String> expressions(UrlExpressions urls) {
        return new HashSet<>(IntStream.range(0, urls.count()).mapToObj(i -> urls.expression(i).text()).toList());
    }
}
