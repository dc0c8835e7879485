package bloomward.server.safebrowsing.rules;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.impl.Punycode;
import com.ibm.icu.text.StringPrepParseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The client google/safebrowsing, which speaks version 4.
///
/// Its own: the whole address is unescaped and escaped before it is cut into parts, in lower case; suffixes of a host have up
/// to seven labels; an empty query is dropped; an IPv6 address stays as it is typed; labels are encoded without being mapped.
public record GoRule() implements ClientRule {

    private static final int MOST_LABELS = 7;
    private static final int MOST_FOLDERS = 4;

    @Override
    public Set<String> texts(String url) {
        String text = Bytes.cut(url, '#').strip().replaceAll("[\t\r\n]", "");
        String escaped = Bytes.escaped(Bytes.plain(text), "%%%02x",
                c -> c <= 0x20 || c >= 0x7f || c == '#' || c == '%');
        String rest = escaped.replaceFirst("^[A-Za-z][A-Za-z0-9+.-]*://", "");
        Optional<String> query = Bytes.behind(rest, '?').filter(each -> !each.isEmpty());
        String page = Bytes.cut(rest, '?');
        String authority = Bytes.cut(page, '/');
        String path = clean(page.substring(authority.length()));
        Optional<String> host = host(authority);
        if (host.isEmpty()) {
            return Set.of();
        }
        Set<String> texts = new LinkedHashSet<>();
        for (String each : hosts(host.get())) {
            for (String of : paths(path, query)) {
                texts.add(each + of);
            }
        }
        return texts;
    }

    private static Optional<String> host(String authority) {
        String host = authority.substring(authority.lastIndexOf('@') + 1);
        if (host.isEmpty() || (host.startsWith("[") && host.lastIndexOf(']') < 0)) {
            return Optional.empty();
        }
        String bare = host.replaceFirst(":[0-9]+$", "");
        String unescaped = Bytes.unescaped(bare);
        String ascii = Bytes.isAscii(unescaped) ? bare : encoded(unescaped);
        String name = Bytes.withoutDots(ascii);
        return Optional.of(Bytes.ipv4(name).orElse(name.toLowerCase(Locale.ROOT)));
    }

    private static String encoded(String host) {
        return Stream.of(new String(host.getBytes(ISO_8859_1), UTF_8).split("\\.", -1)).map(label -> {
            try {
                return Bytes.isAscii(label) ? label : "xn--" + Punycode.encode(label, null);
            } catch (StringPrepParseException e) {
                throw new IllegalArgumentException(label, e);
            }
        }).collect(Collectors.joining("."));
    }

    /// Resolves dots and folds slashes; a slash at the end stays.
    private static String clean(String path) {
        List<String> parts = new ArrayList<>();
        for (String part : path.split("/")) {
            if (part.equals("..") && !parts.isEmpty()) {
                parts.removeLast();
            }
            if (!part.isEmpty() && !part.equals(".") && !part.equals("..")) {
                parts.add(part);
            }
        }
        String cleaned = "/" + String.join("/", parts);
        return path.endsWith("/") && cleaned.length() > 1 ? cleaned + "/" : cleaned;
    }

    private static Set<String> hosts(String host) {
        Set<String> hosts = new LinkedHashSet<>(List.of(host));
        if (host.startsWith("[") || Bytes.ipv4(host).isPresent()) {
            return hosts;
        }
        List<String> labels = List.of(host.split("\\."));
        for (int from = Math.max(1, labels.size() - MOST_LABELS); from < labels.size() - 1; from++) {
            hosts.add(String.join(".", labels.subList(from, labels.size())));
        }
        return hosts;
    }

    private static Set<String> paths(String path, Optional<String> query) {
        Set<String> paths = new LinkedHashSet<>(List.of("/"));
        List<String> parts = Stream.of(path.split("/")).filter(each -> !each.isEmpty()).toList();
        for (int count = 1; count < Math.min(parts.size(), MOST_FOLDERS); count++) {
            paths.add("/" + String.join("/", parts.subList(0, count)) + "/");
        }
        paths.add(path);
        query.ifPresent(each -> paths.add(path + "?" + each));
        return paths;
    }
}
