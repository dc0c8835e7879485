package bloomward.agent.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.random.RandomGenerator;

/// Spells a URL that an entry covers in ways that browsers take for the same, as somebody does who hides from a list.
///
/// In: an expression. Out: a URL below it, so far as the scope of the entry reaches, with any scheme, user info, port,
/// letter case, escapes, dots, dot segments, slashes, blanks and fragment. One thread; the same seed makes the same URLs.
public final class Respelling {

    private static final List<String> SCHEMES = List.of("", "", "http:", "https:", "HTTP:", "hTtPs:", "ws:", "wss:",
            "ftp:");
    private static final List<String> SLASHES = List.of("//", "//", "//", "\\\\", "/", "///", "/\\");
    private static final List<String> USERS = List.of("", "", "user@", "user:pass@", "www.good.example@", "a@b@",
            "%40:80@");
    private static final List<String> PORTS = List.of("", "", ":80", ":8080", ":65535", ":");
    private static final List<String> ENDS = List.of("", "", "#top", "#/../x?y", " ", "\t\n", "\r\n");
    private static final String NAME_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final int MAX_LABELS = 5;

    private final RandomGenerator random;
    private final boolean mayEscapeTwice;

    public Respelling(long seed) {
        this(seed, true);
    }

    private Respelling(long seed, boolean mayEscapeTwice) {
        this.random = new Random(seed);
        this.mayEscapeTwice = mayEscapeTwice;
    }

    /// One that makes URLs which can be read in one way only: an allow entry must name both what browsers request, which is
    /// escaped still, and the canonical form.
    static Respelling escapingOnce(long seed) {
        return new Respelling(seed, false);
    }

    /// A URL that an entry with this expression covers; an exact form begins with a space.
    public byte[] of(String expression) {
        boolean exact = expression.startsWith(" ");
        String form = expression.strip();
        int slash = form.indexOf('/');
        String host = form.substring(0, slash);
        String rest = form.substring(slash);
        String path = rest.contains("?") ? rest.substring(0, rest.indexOf('?')) : rest;
        String query = rest.substring(path.length());
        if (!exact) {
            host = oneOf(2) ? subdomain(host) : host;
            if (path.endsWith("/") && query.isEmpty()) {
                path += oneOf(2) ? "" : page();
            }
            query = query.isEmpty() && oneOf(2) ? "?" + word() + "=" + word() : query;
        }
        String scheme = any(SCHEMES);
        StringBuilder url = new StringBuilder(any(List.of("", "", " ", "\t")));
        if (scheme.isEmpty()) {
            url.append(oneOf(3) ? "//" : "");
            // Without a scheme, a colon must be followed by a port.
            String spelt = host(host);
            url.append(any(USERS.stream().filter(user -> !user.contains(":")).toList()))
                    .append(spelt)
                    .append(mayHavePort(spelt) ? any(PORTS.stream().filter(port -> port.length() != 1).toList()) : "");
        } else {
            url.append(scheme).append(any(SLASHES)).append(any(USERS)).append(host(host)).append(any(PORTS));
        }
        url.append(path.equals("/") && oneOf(3) ? "" : path(path)).append(query(query)).append(any(ENDS));
        return withBreaks(url.toString()).getBytes(UTF_8);
    }

    /// Without a scheme, a word and a port may be another scheme.
    private static boolean mayHavePort(String host) {
        return host.contains(".") || host.startsWith("[") || Character.isDigit(host.charAt(0));
    }

    /// A host below this one, from which the entry is still reached.
    private String subdomain(String host) {
        int labels = host.split("\\.", -1).length;
        boolean isName = labels > 1 && !host.endsWith("]")
                && !Character.isDigit(host.charAt(host.lastIndexOf('.') + 1));
        return isName && labels <= MAX_LABELS ? (word() + ".").repeat(1 + random.nextInt(3)) + host : host;
    }

    private String page() {
        return word() + any(List.of("", ".html", "/", "/" + word(), "/a/b/c/d/e/f"));
    }

    private String host(String host) {
        if (host.startsWith("[")) {
            return oneOf(2) ? host.toUpperCase(Locale.ROOT) : host;
        }
        if (Character.isDigit(host.charAt(host.lastIndexOf('.') + 1))) {
            return address(host);
        }
        StringBuilder spelt = new StringBuilder(oneOf(8) ? "." : "");
        String plain = host.startsWith("xn--mnchen-3ya.") && oneOf(2)
                ? host.replace("xn--mnchen-3ya.", any(List.of("münchen.", "MÜNCHEN.", "m%C3%BCnchen.")))
                : host;
        // A label beyond ASCII is mapped before it is unescaped again.
        boolean isAscii = plain.chars().allMatch(c -> c < 0x80);
        for (int i = 0; i < plain.length(); i++) {
            char c = plain.charAt(i);
            if (c == '.') {
                spelt.append(any(List.of(".", ".", ".", "..", "%2e")));
            } else {
                spelt.append(c < 0x80 && c != '%' && plain.indexOf('%') < 0
                        ? letter(caseOf(c), isAscii)
                        : String.valueOf(c));
            }
        }
        return spelt.append(any(List.of("", "", ".", ".."))).toString();
    }

    private String address(String host) {
        String[] parts = host.split("\\.", -1);
        long number = 0;
        for (String part : parts) {
            number = number << 8 | Integer.parseInt(part);
        }
        return switch (random.nextInt(4)) {
            case 0 -> Long.toString(number);
            case 1 -> "0x" + Long.toHexString(number);
            case 2 -> "0" + Integer.toOctalString(Integer.parseInt(parts[0])) + "." + (number & 0xffffff);
            default -> host;
        };
    }

    /// Escapes, and detours that lead back. A page keeps its name, a directory its slash.
    private String path(String path) {
        StringBuilder spelt = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '/') {
                String detour = any(
                        List.of("", "", "", "/.", "/" + word() + "/..", "/%2e", "/x/%2E%2e", "/x\\..", "/a/b/../.%2e"));
                spelt.append(detour).append(any(List.of("/", "/", "/", "\\", "//", "/\\/")));
            } else {
                spelt.append(letter(c, mayEscapeTwice));
            }
        }
        return spelt.toString();
    }

    private String query(String query) {
        if (query.isEmpty()) {
            return query;
        }
        StringBuilder spelt = new StringBuilder("?");
        query.substring(1).chars().forEach(c -> spelt.append(letter((char) c, mayEscapeTwice)));
        return spelt.toString();
    }

    /// A letter or its escape, perhaps escaped again.
    private String letter(char c, boolean twice) {
        return switch (random.nextInt(12)) {
            case 0 -> String.format("%%%02x", (int) c);
            case 1 -> String.format("%%%02X", (int) c);
            case 2 -> String.format(twice ? "%%25%02x" : "%%%02x", (int) c);
            default -> String.valueOf(c);
        };
    }

    private char caseOf(char c) {
        return oneOf(3) ? Character.toUpperCase(c) : c;
    }

    /// With tabs and line feeds, which are removed wherever they stand.
    private String withBreaks(String url) {
        return oneOf(4)
                ? new StringBuilder(url).insert(random.nextInt(url.length() + 1), any(List.of("\t", "\r\n"))).toString()
                : url;
    }

    private String word() {
        StringBuilder word = new StringBuilder("w");
        for (int i = random.nextInt(6); i >= 0; i--) {
            word.append(NAME_LETTERS.charAt(random.nextInt(36)));
        }
        return word.toString();
    }

    private boolean oneOf(int count) {
        return random.nextInt(count) == 0;
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
