package bloomward.server.safebrowsing.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An address as a browser has it once it was opened, by the URL standard: backslashes are slashes, hosts are ASCII, dots in
/// the path are resolved. Runs of slashes and escapes stay.
///
/// @param host in brackets if it is an IPv6 address
/// @param pathAndQuery begins with a slash
record StandardUrl(String host, String pathAndQuery) {

    private static final Pattern URL = Pattern.compile("(?s)[A-Za-z][A-Za-z0-9+.-]*:[/\\\\]*([^/\\\\?]*)([^?]*)(.*)");

    static Optional<StandardUrl> parse(String typed) {
        String text = Bytes.cut(typed.replaceAll("^[\\x00- ]+|[\\x00- ]+$", "").replaceAll("[\t\r\n]", ""), '#');
        Matcher url = URL.matcher(text);
        if (!url.matches()) {
            return Optional.empty();
        }
        String authority = url.group(1);
        Optional<String> host = host(authority.substring(authority.lastIndexOf('@') + 1).replaceFirst(":[0-9]*$", ""));
        return host.map(each -> new StandardUrl(each, path(url.group(2).replace('\\', '/')) + escaped(url.group(3))));
    }

    private static Optional<String> host(String typed) {
        if (typed.startsWith("[")) {
            return Bytes.ipv6(typed.replaceAll("[\\[\\]]", "")).map(groups -> "[" + Bytes.compressed(groups) + "]");
        }
        String ascii = Bytes.toAscii(Bytes.unescaped(typed)).toLowerCase(Locale.ROOT);
        if (ascii.isEmpty() || !Bytes.isAscii(ascii)
                || Pattern.compile("[\\x00- #%/:<>?@\\[\\\\\\]^|]").matcher(ascii).find()) {
            return Optional.empty();
        }
        String name = ascii.replaceFirst("\\.$", "");
        return Optional.of(Bytes.ipv4(name).orElse(ascii));
    }

    private static String path(String typed) {
        List<String> parts = new ArrayList<>();
        String[] all = typed.split("/", -1);
        for (int i = 1; i < all.length; i++) {
            String plain = all[i].replaceAll("(?i)%2e", ".");
            boolean isDots = plain.equals(".") || plain.equals("..");
            if (plain.equals("..") && !parts.isEmpty()) {
                parts.removeLast();
            }
            if (!isDots) {
                parts.add(all[i]);
            } else if (i == all.length - 1) {
                parts.add("");
            }
        }
        return "/" + escaped(String.join("/", parts));
    }

    /// In all of these places a browser escapes the same bytes, of those that matter here.
    private static String escaped(String text) {
        return Bytes.escaped(text, "%%%02X", c -> c <= 0x20 || c >= 0x7f || c == '"' || c == '<' || c == '>');
    }

    /// The address in one piece.
    String toText() {
        return "http://" + host + pathAndQuery;
    }

}
