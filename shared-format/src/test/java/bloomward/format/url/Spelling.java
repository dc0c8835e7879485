package bloomward.format.url;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// One page, and the many ways to write its address so that a browser loads it.
public final class Spelling {

    private static final List<String> LABELS = List.of("a", "www", "example", "x-y_1", "b\u00fccher", "xn--fa-hia",
            "\u65e5\u672c", "\u043f\u0440\u0438");
    private static final List<String> ASCII_LABELS = List.of("a", "www", "example", "x-y_1", "xn--fa-hia", "0x1f");
    private static final List<String> DOTS = List.of(".", ".", "%2e", "..", "\u3002", "\uff0e");
    private static final List<String> ASCII_DOTS = DOTS.subList(0, 4);
    private static final List<String> SEGMENTS = List.of("a", "index.html", "A b", "%25", "..a", "\u00fc", "a;b=c", "~",
            "%3F", "x%23y", "=", "@", ":8", "%2500", "%ff");
    private static final List<String> SLASHES = List.of("/", "/", "//", "\\", "/./", "\\.\\", "/zz/../", "/%2E/",
            "/z%2Fz/..\\", "/zz/%2e./", "///", "/..a/.%2E/", "/%2e%2e/z/../../");
    private static final List<String> QUERIES = List.of("", "?", "?q=1&r=%20", "?a/../b//c", "?\u00fc?%23\\");
    private static final List<String> SCHEMES = List.of("http://", "HTTP://", "hTTp:", "http:/", "http:\\\\",
            "http:/\\/");
    private static final List<String> USER_INFOS = List.of("", "", "u@", "u:p@", "other.test@", "a@b@",
            "other.test:80@", "%2F@");
    private static final List<String> PORTS = List.of("", "", ":", ":80", ":65535");

    private static final List<String> ONE_PERCENT = List.of("%");
    private static final List<String> PERCENTS = List.of("%25", "%2525", "%%32%35");
    private static final List<String> WIDE_PERCENTS = List.of("%25", "%2525", "%%32%35", "\uff05", "\ufe6a",
            "%EF%BC%85", "%ef%b9%aa", "%25EF%25BC%2585", "\uff0525", "\uff05EF\uff05BC\uff0585");

    private final RandomGenerator random;
    private final List<String> labels;
    private final List<String> dots;
    private final List<String> segments;
    private final String query;

    private Spelling(RandomGenerator random, List<String> first, List<String> labels, List<String> last,
            List<String> dots) {
        this.random = random;
        this.labels = Stream
                .of(first.stream(), random.ints(1 + random.nextInt(6), 0, labels.size()).mapToObj(labels::get),
                        last.stream())
                .flatMap(names -> names)
                .toList();
        this.dots = dots;
        segments = some(SEGMENTS, random.nextInt(6));
        query = any(QUERIES);
    }

    /// A page of any host.
    public static Spelling ofAny(RandomGenerator random) {
        return new Spelling(random, List.of(), LABELS, List.of(), DOTS);
    }

    /// A page of a host that begins with this label and needs no UTS #46. Its last label is no number: no browser opens
    /// such a name.
    public static Spelling below(String label, RandomGenerator random) {
        return new Spelling(random, List.of(label), ASCII_LABELS, List.of("test"), ASCII_DOTS);
    }

    public String plain() {
        return "http://" + String.join(".", labels) + "/" + String.join("/", segments) + query;
    }

    public String respelt() {
        StringBuilder url = new StringBuilder(any(SCHEMES)).append(any(USER_INFOS));
        url.append(random.nextInt(4) == 0 ? "." : "");
        for (int i = 0; i < labels.size(); i++) {
            url.append(i == 0 ? "" : any(dots)).append(label(anyCase(labels.get(i))));
        }
        url.append(random.nextInt(4) == 0 ? "." : "").append(any(PORTS));
        for (int i = 0; i < segments.size(); i++) {
            // A parent of the root is the root; elsewhere it would take a segment with it.
            url.append(any(SLASHES.subList(0, i == 0 ? SLASHES.size() : SLASHES.size() - 1)))
                    .append(escapedHere(segments.get(i)));
        }
        if (segments.isEmpty() && (query.isEmpty() || random.nextBoolean())) {
            url.append(random.nextBoolean() ? "/" : "");
        }
        if (!query.isEmpty()) {
            url.append('?').append(escapedHere(query.substring(1)));
        }
        url.append(random.nextInt(4) == 0 ? any(List.of("#", "#f", "#/../?x#")) : "");
        for (int i = random.nextInt(4); i > 0; i--) {
            insert(url, any(List.of("\t", "\r", "\n", "\r\n")));
        }
        return any(List.of("", " ", "\0 ", "\t\u001f")) + url + any(List.of("", " ", "\n\u0001"));
    }

    private void insert(StringBuilder url, String piece) {
        int at = random.nextInt(url.length() + 1);
        url.insert(at, piece);
    }

    /// A label beyond ASCII, in either form, is mapped before it is unescaped again, and so can be escaped only once. Others can have percent
    /// signs that are such after mapping only.
    private String label(String label) {
        if (!label.chars().allMatch(c -> c < 0x80) || label.regionMatches(true, 0, "xn--", 0, 4)) {
            return escapedHere(label, ONE_PERCENT);
        }
        return escapedHere(label, dots.equals(DOTS) ? WIDE_PERCENTS : PERCENTS);
    }

    private String escapedHere(String text) {
        return escapedHere(text, PERCENTS);
    }

    /// Some bytes escaped, with any of these percent signs.
    private String escapedHere(String text, List<String> percents) {
        StringBuilder escaped = new StringBuilder();
        int often = random.nextInt(4);
        for (int point : text.codePoints().toArray()) {
            String character = Character.toString(point);
            if (often > 0 && random.nextInt(8) < often) {
                for (byte b : character.getBytes(UTF_8)) {
                    escaped.append(random.nextBoolean() ? "%" : any(percents))
                            .append(String.format(random.nextBoolean() ? "%02x" : "%02X", b));
                }
            } else {
                escaped.append(character);
            }
        }
        return escaped.toString();
    }

    private String anyCase(String label) {
        return label.chars()
                .map(c -> random.nextBoolean() ? Character.toUpperCase(c) : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private List<String> some(List<String> pieces, int count) {
        return random.ints(count, 0, pieces.size()).mapToObj(pieces::get).toList();
    }

    private String any(List<String> pieces) {
        return pieces.get(random.nextInt(pieces.size()));
    }
}
