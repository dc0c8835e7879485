package bloomward.server.safebrowsing.rules;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Firefox 153, in both versions of the protocol: the address as the URL standard has it, then `GetKeyForURI` and
/// `GetLookupFragments`.
///
/// Its own: an IPv6 address has no brackets; a query is unescaped once; after unescaping, a `?` in the path begins a query.
public record FirefoxRule() implements ClientRule {

    @Override
    public Set<String> texts(String url) {
        Optional<StandardUrl> parsed = StandardUrl.parse(url);
        if (parsed.isEmpty()) {
            return Set.of();
        }
        String host = parsed.get().host();
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        String cleaned = Bytes.withoutDots(Bytes.unescaped(bare)).toLowerCase(Locale.ROOT);
        String typed = parsed.get().pathAndQuery().substring(1);
        String path = escaped(folded(Bytes.plain(Bytes.cut(typed, '?'))))
                + Bytes.behind(typed, '?').map(query -> "?" + escaped(Bytes.unescaped(query))).orElse("");
        Set<String> texts = new LinkedHashSet<>();
        for (String each : hosts(Bytes.ipv4(cleaned).orElse(cleaned))) {
            for (String of : paths(path)) {
                texts.add(each + "/" + of);
            }
        }
        return texts;
    }

    private static String escaped(String text) {
        return Bytes.escaped(text, "%%%02X", c -> c <= 0x20 || c >= 0x7f || c == '%' || c == '#');
    }

    /// Leaves out a slash behind another one. The slash before the path is one.
    private static String folded(String path) {
        StringBuilder folded = new StringBuilder();
        char last = '/';
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c != '/' || last != '/') {
                folded.append(c);
            }
            last = c;
        }
        return folded.toString();
    }

    /// The host, and suffixes of two to five labels, also of public suffixes.
    private static List<String> hosts(String host) {
        List<String> hosts = new ArrayList<>(List.of(host));
        int labels = 0;
        for (int dot = host.lastIndexOf('.'); dot >= 0 && labels < 5
                && Bytes.ipv4(host).isEmpty(); dot = host.lastIndexOf('.', dot - 1)) {
            if (++labels >= 2) {
                hosts.add(host.substring(dot + 1));
            }
        }
        return hosts;
    }

    private static Set<String> paths(String path) {
        String page = Bytes.cut(path, '?');
        Set<String> paths = new LinkedHashSet<>(List.of(page, path, ""));
        int count = 1;
        for (int slash = page.indexOf('/'); slash >= 0 && count < 4; slash = page.indexOf('/', slash + 1)) {
            paths.add(page.substring(0, slash + 1));
            count++;
        }
        return paths;
    }
}
