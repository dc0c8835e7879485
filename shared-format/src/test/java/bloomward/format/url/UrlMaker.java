package bloomward.format.url;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.random.RandomGenerator;

/// Makes URLs out of pieces that are known to be read differently by different readers. A string here is bytes, one to
/// a character.
public final class UrlMaker {

    static final List<String> SCHEMES = List.of("http://", "https://", "HTTP://", "hTtPs:", "http:", "http:/",
            "http:\\\\", "http:/\\/", "ws://", "wss://", "ftp://", "", "", "//", "\\\\", "/", "mailto:", "javascript:1",
            "file:///", "x-1.2+3://", "1http://", "http", "ht tp://", ":", "http&://");

    static final List<String> USER_INFOS = List.of("", "", "", "", "user@", "user:123@", "a@b@", "%40@", "@", ":@",
            "good.example@", "[::1]@", "a/b@", "a?b@", "a#b@", "a\\b@");

    static final List<String> LABELS = List.of("a", "example", "test", "WWW", "x_y", "-", "a-", "xn--fa-hia", "xn--",
            "xn--a", "XN--BCHER-KVA", utf8("fa\u00df"), utf8("B\u00fccher"), utf8("\u0627\u0628"), utf8("\u05d0a"),
            utf8("a\u200d"), utf8("\u0915\u094d\u200d\u0937"), utf8("\u200c"), utf8("\u00ad"), utf8("\uff11\uff12"),
            utf8("\uff05\uff14\uff11"), utf8("\uff0f"), utf8("\u0301x"), utf8("\u2135"), utf8("\ud83d\ude00"),
            utf8("\ufdfa"), utf8("\u0130"), utf8("\u1e9e"), utf8("\u2488"), utf8("\u0345\u0307"), "\u00ff", "\u00c3",
            "\u00ed\u00a0\u0080", "\u00c0\u00ae", "%ff", "%C3%BC", "%61", "%2561", "%2e", "%2E%2e", "%00", "%20", " ",
            "%2F", "%3A", "%40", "%5B", "%23", "%25", "%", "!", "$", "<", "|", "^", "*", "\"", "\u0001", "\u007f", "0",
            "1", "127", "255", "256", "08", "0x", "0x7f", "0X7F", "017", "4294967295", "4294967296", "0xffffffff",
            "00000000000000000001", "0x0g", utf8("ev\uff0569l"), utf8("\ufe6a61"), "%EF%BC%8561",
            utf8("\uff05EF\uff05BC\uff058561"), utf8("\u00fc\uff0561"), utf8("\uff0541\uff0542"),
            "%2561" + utf8("\u00fc"));

    static final List<String> DOTS = List.of(".", ".", ".", ".", ".", "..", "%2e", utf8("\u3002"), utf8("\uff0e"),
            utf8("\uff61"), "%E3%80%82");

    static final List<String> HOSTS = List.of("example.test", "a.b.c.d.e.f.test", "localhost", "127.0.0.1", "0x7f.1",
            "017700000001", "2130706433", "1.2.3.4.5", "1.2.3.4.", "256.1.1.1", "1.256", "1.2.65536", "1.2.3.08",
            "1.2.3.0x", "[::1]", "[::]", "[1:2:3:4:5:6:7:8]", "[1::8]", "[2001:DB8:0:0:1:0:0:1]", "[::ffff:1.2.3.4]",
            "[::FFFF:102:304]", "[64:ff9b::102:304]", "[64:ff9b:1::1]", "[fe80::1%25eth0]", "[fe80::1%eth0]", "[::1",
            "::1]", "[::1]x", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[::1::]", "[:::]", "[1:]", "[:1]", "[12345::]",
            "[g::]", "[::1.2.3]", "[::1.2.3.4.5]", "[::01.2.3.4]", "[1:2:3:4:5:6:7:1.2.3.4]", "[]", "[%3a%3a1]",
            "[v1.a]", "[::0x1]", "[1:2:3:4:5:6:7::]", "[::2:3:4:5:6:7:8]", "[1:0:0:2:0:0:0:3]", "%5B%3A%3A1%5D",
            utf8("\uff3b\uff1a\uff1a\uff11\uff3d"), utf8("\uff055B\uff053A\uff053A1\uff055D"), utf8("[\uff12::]"),
            "%5B::1]", "a.b.c.d.e.f.g.h.i.j.k.test");

    static final List<String> PORTS = List.of("", "", "", "", "", ":", ":80", ":65536", ":08080", ":x", ":80:90",
            ":%38", ":-1");

    static final List<String> SEGMENTS = List.of("", "", ".", "..", "...", "%2e", "%2E.", ".%2e", "%2e%2E",
            "%252e%252e", "%252e%252e", "..%2Fz", "z%2f..%5c..", "%2541", "a", "b.html", "A", "..a", "a..", ";",
            "a;b=c", "%2F", "%2f..", "%5C", "%5c..%5c", "%3F", "%3f..", "%23", "%25", "%2525", "%", "%%32%35", "%2",
            "%zz", "%0a", "%09", "%00", "%20", " ", "\u0001", "\u007f", "\u00ff", utf8("\u00fc"), utf8("\uff0e\uff0e"),
            "@", ":", "[", "\"", "<", "`", "{", "^", "|", "~", "+", "&", "=");

    static final List<String> SLASHES = List.of("/", "/", "/", "/", "\\", "//", "%2F", "/\\");

    static final List<String> TAILS = List.of("", "", "", "?", "?q", "?a=b&c=/d//e/../f/./", "??", "?%3F", "?%23", "?#",
            "?a\\b", "#", "#f?x", "#f#g/..", "?%26%2526", "?\u00ff", "? ", "?\u0000", "%3Fq", "%23f");

    private static final List<String> NOISE = List.of("\t", "\n", "\r", " ", "\u0000", "\u000b", "%", "#", "?", "/",
            "\\", "@", ":", ".", "[", "]", "\u0080", "\u00ff", "%25", "\u001f");

    private final RandomGenerator random;

    public UrlMaker(RandomGenerator random) {
        this.random = random;
    }

    static String utf8(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    public byte[] url() {
        return text().getBytes(ISO_8859_1);
    }

    /// Something built like a URL; now and then with a byte of noise in it.
    String text() {
        StringBuilder url = new StringBuilder();
        url.append(random.nextInt(3) > 0 ? "http://" : any(SCHEMES))
                .append(any(USER_INFOS))
                .append(host())
                .append(any(PORTS))
                .append(path())
                .append(any(TAILS));
        while (random.nextInt(4) == 0) {
            url.insert(random.nextInt(url.length() + 1), any(NOISE));
        }
        while (random.nextInt(16) == 0) {
            int from = random.nextInt(url.length() + 1);
            url.delete(from, Math.min(url.length(), from + random.nextInt(4)));
        }
        return url.toString();
    }

    private String host() {
        if (random.nextInt(4) == 0) {
            return any(HOSTS);
        }
        StringBuilder host = new StringBuilder(random.nextInt(16) == 0 ? any(DOTS) : "");
        int labels = 1 + random.nextInt(random.nextInt(4) == 0 ? 12 : 4);
        for (int i = 0; i < labels; i++) {
            host.append(i == 0 ? "" : any(DOTS))
                    .append(random.nextInt(3) > 0 ? any(LABELS.subList(0, 8)) : any(LABELS));
        }
        return host.append(random.nextInt(16) == 0 ? any(DOTS) : "").toString();
    }

    private String path() {
        StringBuilder path = new StringBuilder();
        for (int i = random.nextInt(9); i > 0; i--) {
            path.append(path.isEmpty() ? "/" : any(SLASHES)).append(any(SEGMENTS));
        }
        return path.toString();
    }

    String any(List<String> pieces) {
        return pieces.get(random.nextInt(pieces.size()));
    }
}
