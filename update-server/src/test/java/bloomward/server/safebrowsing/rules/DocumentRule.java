package bloomward.server.safebrowsing.rules;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The page "URLs and Hashing" of the public service, of version 4 or 5.
///
/// Version 5 differs in two points: suffixes of a host begin with the registrable domain (version 4: the last five labels,
/// the last one alone left out), and IPv6 addresses are compressed, or become the IPv4 address that they stand for.
///
/// @param suffixes rules of the public suffix list; empty for version 4
public record DocumentRule(Set<String> suffixes) implements ClientRule {

    private static final int MOST_SUFFIXES = 4;

    private boolean isV5() {
        return !suffixes.isEmpty();
    }

    @Override
    public Set<String> texts(String url) {
        String text = Bytes.cut(url.strip().replaceAll("[\t\r\n]", ""), '#');
        String rest = text.replaceFirst("^[A-Za-z][A-Za-z0-9+.-]*:/*", "").replaceFirst("^//", "");
        String authority = rest.split("[/?]", 2)[0];
        String behind = rest.substring(authority.length());
        String path = Bytes.cut(behind, '?');
        Optional<String> query = Bytes.behind(behind, '?').map(Bytes::plain).map(DocumentRule::escaped);
        String host = host(authority.substring(authority.lastIndexOf('@') + 1).replaceFirst(":[0-9]*$", ""));
        Set<String> texts = new LinkedHashSet<>();
        for (String each : hosts(host)) {
            for (String of : paths(path(path), query)) {
                texts.add(each + of);
            }
        }
        return texts;
    }

    private static String escaped(String text) {
        return Bytes.escaped(text, "%%%02X", c -> c <= 0x20 || c >= 0x7f || c == '#' || c == '%');
    }

    private String host(String typed) {
        String plain = Bytes.plain(typed);
        String ascii = Bytes.withoutDots(Bytes.isAscii(plain) ? plain : Bytes.toAscii(plain)).toLowerCase(Locale.ROOT);
        if (isV5() && ascii.startsWith("[") && ascii.endsWith("]")) {
            Optional<int[]> groups = Bytes.ipv6(ascii.substring(1, ascii.length() - 1));
            if (groups.isPresent()) {
                return Bytes.ipv4In(groups.get()).orElse("[" + Bytes.compressed(groups.get()) + "]");
            }
        }
        return Bytes.ipv4(ascii).orElse(escaped(ascii));
    }

    private static String path(String typed) {
        List<String> parts = new ArrayList<>();
        String plain = Bytes.plain(typed);
        String[] all = plain.split("/", -1);
        for (int i = 1; i < all.length; i++) {
            boolean isLast = i == all.length - 1;
            switch (all[i]) {
                case "" -> {
                }
                case "." -> {
                }
                case ".." -> {
                    if (!parts.isEmpty()) {
                        parts.removeLast();
                    }
                }
                default -> parts.add(all[i]);
            }
            boolean isFolder = all[i].isEmpty() || all[i].equals(".") || all[i].equals("..");
            if (isLast && isFolder && !parts.isEmpty()) {
                parts.add("");
            }
        }
        return escaped("/" + String.join("/", parts));
    }

    private Set<String> hosts(String host) {
        Set<String> hosts = new LinkedHashSet<>(List.of(host));
        if (host.startsWith("[") || Bytes.ipv4(host).isPresent()) {
            return hosts;
        }
        List<String> labels = List.of(host.split("\\."));
        int shortest = isV5() ? registrable(labels) : 2;
        int longest = isV5() ? shortest + MOST_SUFFIXES - 1 : 5;
        for (int count = shortest; count <= Math.min(longest, labels.size()); count++) {
            hosts.add(String.join(".", labels.subList(labels.size() - count, labels.size())));
        }
        return hosts;
    }

    /// The labels of the registrable domain; more than there are if the host has none.
    private int registrable(List<String> labels) {
        int suffix = 1;
        for (int count = 1; count <= labels.size(); count++) {
            String name = String.join(".", labels.subList(labels.size() - count, labels.size()));
            if (suffixes.contains("!" + name)) {
                return count;
            }
            if (suffixes.contains(name) || suffixes.contains("*." + Bytes.behind(name, '.').orElse(""))) {
                suffix = count;
            }
        }
        return suffix + 1;
    }

    private static Set<String> paths(String path, Optional<String> query) {
        Set<String> paths = new TreeSet<>();
        query.ifPresent(each -> paths.add(path + "?" + each));
        paths.add(path);
        int slash = 0;
        for (int count = 0; count < 4 && slash >= 0; count++) {
            paths.add(path.substring(0, slash + 1));
            slash = path.indexOf('/', slash + 1);
        }
        return paths;
    }
}
