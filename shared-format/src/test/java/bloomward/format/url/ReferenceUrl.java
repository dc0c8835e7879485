package bloomward.format.url;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.text.IDNA;
import com.ibm.icu.util.ICUInputTooLongException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The rules of canonicalisation once more, slow and simple, written from the rules and not from the code under test:
/// the two share nothing but ICU. A string here is bytes, one to a character.
///
/// @param refused why there is no canonical form; the other parts are empty then
/// @param host canonical host
/// @param path canonical path
/// @param query canonical query with its question mark, or nothing
/// @param left directories that the path leaves by escaped dots
record ReferenceUrl(Optional<Unjudgeable> refused, String scheme, String host, boolean address, String path,
        String query, List<String> left) {

    private static final int LIMIT = 16_384;

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(.*)", Pattern.DOTALL);
    private static final Set<String> JUDGED_SCHEMES = Set.of("http", "https", "ws", "wss", "ftp");
    private static final Pattern PARTS = Pattern.compile("[/\\\\]*([^/\\\\?]*)([^?]*)(\\?.*)?", Pattern.DOTALL);
    private static final Pattern ESCAPE = Pattern.compile("%([0-9A-Fa-f]{2})");

    private static final IDNA UTS46 = IDNA.getUTS46Instance(
            IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.NONTRANSITIONAL_TO_UNICODE | IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ);

    /// Errors about the length of names and the place of hyphens, which are for the DNS, not for us.
    private static final Set<IDNA.Error> HARMLESS = EnumSet.of(IDNA.Error.EMPTY_LABEL, IDNA.Error.LABEL_TOO_LONG,
            IDNA.Error.DOMAIN_NAME_TOO_LONG, IDNA.Error.LEADING_HYPHEN, IDNA.Error.TRAILING_HYPHEN,
            IDNA.Error.HYPHEN_3_4);

    static ReferenceUrl of(byte[] url) {
        if (url.length > LIMIT) {
            return refused(Unjudgeable.TOO_LONG);
        }
        String text = new String(url, ISO_8859_1).replaceAll("^[\\x00-\\x20]+|[\\x00-\\x20]+\\z", "")
                .replaceAll("[\t\r\n]", "")
                .replaceAll("(?s)#.*", "");
        if (text.isEmpty()) {
            return refused(Unjudgeable.EMPTY);
        }
        String scheme = "http";
        Matcher named = SCHEME.matcher(text);
        boolean bare = false;
        if (named.matches() && !namesAPort(named)) {
            scheme = named.group(1).toLowerCase(Locale.ROOT);
            text = named.group(2);
            if (!JUDGED_SCHEMES.contains(scheme)) {
                return refused(Unjudgeable.SCHEME);
            }
        } else if (text.matches("(?s)[/\\\\]([^/\\\\].*)?")) {
            return refused(Unjudgeable.NO_HOST); // a path of an unknown host
        } else {
            bare = !text.matches("(?s)[/\\\\].*");
        }
        Matcher parts = PARTS.matcher(text);
        if (!parts.matches()) {
            throw new AssertionError("every text has parts: " + text);
        }
        String authority = parts.group(1).substring(parts.group(1).lastIndexOf('@') + 1);
        if (bare && !beginsWithHost(authority)) {
            return refused(Unjudgeable.NO_ADDRESS);
        }
        Host host = authority.startsWith("[") ? bracketed(authority) : named(authority);
        if (host.refused().isPresent()) {
            return refused(host.refused().get());
        }
        String query = parts.group(3) == null ? "" : escape(unescape(parts.group(3)));
        String path = path(parts.group(2));
        Set<String> left = left(parts.group(2), host.text());
        if (left.size() > 32
                || left.stream().mapToInt(directory -> host.text().length() + directory.length()).sum() > 65_536) {
            return refused(Unjudgeable.DOTS);
        }
        ReferenceUrl done = new ReferenceUrl(Optional.empty(), scheme, host.text(), host.address(), path, query,
                left.stream().filter(directory -> !directories(path).contains(directory)).toList());
        return done.canonical().length() > LIMIT ? refused(Unjudgeable.TOO_LONG) : done;
    }

    private record Host(Optional<Unjudgeable> refused, String text, boolean address) {}

    private static ReferenceUrl refused(Unjudgeable reason) {
        return new ReferenceUrl(Optional.of(reason), "", "", false, "", "", List.of());
    }

    private static boolean namesAPort(MatchResult named) {
        return !JUDGED_SCHEMES.contains(named.group(1).toLowerCase(Locale.ROOT))
                && named.group(2).matches("(?s)[0-9]+([/\\\\?@].*)?") && isHost(named.group(1));
    }

    private static boolean isHost(String text) {
        return text.contains(".") || text.matches("(?s)[\\[0-9].*") || text.equalsIgnoreCase("localhost");
    }

    /// Of a text without a scheme, without user info.
    private static boolean beginsWithHost(String authority) {
        String behind = authority.substring(authority.lastIndexOf(']') + 1);
        int colon = behind.indexOf(':');
        return colon < 0 || (behind.substring(colon).matches(":[0-9]+")
                && isHost(authority.substring(0, authority.length() - behind.length() + colon)));
    }

    private static String unescape(String text) {
        String before;
        String after = text;
        do {
            before = after;
            after = unescapeOnce(before);
        } while (!after.equals(before));
        return after;
    }

    private static String unescapeOnce(String text) {
        return ESCAPE.matcher(text)
                .replaceAll(hit -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(hit.group(1), 16))));
    }

    private static String escape(String text) {
        return escape(text, "[\\x00-\\x20\\x7f-\\xff#%]");
    }

    private static String escape(String text, String bytes) {
        return Pattern.compile(bytes)
                .matcher(text)
                .replaceAll(hit -> String.format("%%%02X", (int) hit.group().charAt(0)));
    }

    /// Dot segments are resolved as a browser sees them, in the text as given; unescaping may bring new ones.
    private static String path(String raw) {
        if (raw.isEmpty()) {
            return "/";
        }
        String seen = withoutDotSegments(raw.replace('\\', '/'));
        String meant = withoutDotSegments(unescape(seen).replace('\\', '/'));
        return escape(meant.replaceAll("/{2,}", "/")).replace("?", "%3F");
    }

    private static String withoutDotSegments(String path) {
        return withoutDotSegments(path, _ -> {});
    }

    private static Set<String> left(String raw, String host) {
        Set<String> left = new LinkedHashSet<>();
        if (!raw.isEmpty()) {
            withoutDotSegments(unescape(withoutDotSegments(raw.replace('\\', '/'))).replace('\\', '/'), way -> {
                String directory = escape(("/" + way + "/").replaceAll("/{2,}", "/")).replace("?", "%3F");
                boolean reachable = directory.chars().filter(c -> c == '/').count() <= 9;
                if (reachable && host.length() + directory.length() <= LIMIT) {
                    left.add(directory);
                }
            });
        }
        return left;
    }

    private static String withoutDotSegments(String path, Consumer<String> leaving) {
        Deque<String> kept = new ArrayDeque<>();
        String[] segments = path.substring(1).split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            String segment = segments[i].replaceAll("(?i)%2e", ".");
            boolean dots = segment.equals(".") || segment.equals("..");
            if (segment.equals("..") && !kept.isEmpty()) {
                leaving.accept(String.join("/", kept));
                kept.removeLast();
            }
            if (!dots) {
                kept.addLast(segments[i]);
            } else if (i == segments.length - 1) {
                kept.addLast("");
            }
        }
        return "/" + String.join("/", kept);
    }

    private static Host bracketed(String authority) {
        Matcher brackets = Pattern.compile("(?s)(\\[[^\\]]*\\])(:.*)?").matcher(authority);
        return brackets.matches() ? visited(brackets.group(1)) : new Host(Optional.of(Unjudgeable.BAD_HOST), "", false);
    }

    private static Host named(String authority) {
        if (authority.matches("(?s).*:.*:.*")) {
            return new Host(Optional.of(Unjudgeable.BAD_HOST), "", false);
        }
        return visited(authority.replaceAll("(?s):.*", ""));
    }

    /// Unescaped and mapped by turns.
    private static Host visited(String raw) {
        Host bad = new Host(Optional.of(Unjudgeable.BAD_HOST), "", false);
        String before = raw;
        for (int round = 1;; round++) {
            String once = unescapeOnce(before);
            if (!once.chars().allMatch(c -> c < 0x80) && once.length() > 1024) {
                return bad;
            }
            Optional<String> mapped = uts46(once);
            if (mapped.isEmpty()) {
                return bad;
            }
            if (mapped.get().equals(before)) {
                break;
            }
            if (round == 8) {
                return bad;
            }
            before = mapped.get();
        }
        if (before.startsWith("[")) {
            Optional<String> address = before.endsWith("]")
                    ? ipv6(before.substring(1, before.length() - 1).replaceAll("(?s)%.*", ""))
                    : Optional.empty();
            return address.map(text -> new Host(Optional.empty(), text, true)).orElse(bad);
        }
        String name = lowerCase(before).replaceAll("\\.{2,}", ".").replaceAll("^\\.|\\.\\z", "");
        if (name.isEmpty()) {
            return new Host(Optional.of(Unjudgeable.NO_HOST), "", false);
        }
        Optional<String> address = ipv4(name);
        if (address.isPresent()) {
            return new Host(Optional.empty(), address.get(), true);
        }
        boolean opened = !name.matches("(?s).*[\\x00-\\x20\\x7f-\\xff#%/\\\\?@:\\[\\]<>^|].*")
                && !name.matches("(.*\\.)?([0-9]+|0x[0-9a-f]*)");
        return opened ? new Host(Optional.empty(), name, false) : bad;
    }

    private static String lowerCase(String bytes) {
        return bytes.chars()
                .map(c -> c >= 'A' && c <= 'Z' ? c + 0x20 : c)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private static Optional<String> uts46(String bytes) {
        if (bytes.chars().allMatch(c -> c < 0x80)) {
            return Optional.of(bytes);
        }
        String name;
        try {
            name = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.getBytes(ISO_8859_1))).toString();
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
        IDNA.Info info = new IDNA.Info();
        StringBuilder ascii = new StringBuilder();
        try {
            UTS46.nameToASCII(name, ascii, info);
        } catch (ICUInputTooLongException e) {
            return Optional.empty();
        }
        Set<IDNA.Error> errors = EnumSet.noneOf(IDNA.Error.class);
        errors.addAll(info.getErrors());
        errors.removeAll(HARMLESS);
        return errors.isEmpty() ? Optional.of(ascii.toString()) : Optional.empty();
    }

    private static Optional<String> ipv4(String name) {
        String[] words = name.split("\\.", -1);
        if (words.length > 4) {
            return Optional.empty();
        }
        long value = 0;
        for (int i = 0; i < words.length; i++) {
            boolean last = i == words.length - 1;
            Optional<Long> number = number(words[i]);
            long limit = last ? 1L << (8 * (5 - words.length)) : 256;
            if (number.isEmpty() || number.get() >= limit) {
                return Optional.empty();
            }
            value |= number.get() << (last ? 0 : 24 - 8 * i);
        }
        return Optional.of(dotted(value));
    }

    private static Optional<Long> number(String word) {
        if (word.matches("0x0*[0-9a-f]{0,8}")) {
            return Optional.of(word.length() == 2 ? 0 : Long.parseLong(word.substring(2), 16));
        }
        if (word.matches("0+[0-7]{0,11}")) {
            return Optional.of(Long.parseLong(word, 8));
        }
        return word.matches("[1-9][0-9]{0,9}") ? Optional.of(Long.parseLong(word)) : Optional.empty();
    }

    private static String dotted(long value) {
        return (value >> 24) + "." + (value >> 16 & 255) + "." + (value >> 8 & 255) + "." + (value & 255);
    }

    private static Optional<String> ipv6(String text) {
        String body = text;
        Matcher tail = Pattern.compile("(.*:)([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3})").matcher(text);
        if (tail.matches()) {
            int[] bytes = IntStream.rangeClosed(2, 5).map(i -> Integer.parseInt(tail.group(i))).toArray();
            boolean plain = IntStream.rangeClosed(2, 5)
                    .allMatch(i -> tail.group(i).equals("0") || !tail.group(i).startsWith("0"));
            if (!plain || IntStream.of(bytes).anyMatch(b -> b > 255)) {
                return Optional.empty();
            }
            body = tail.group(1) + Integer.toHexString(bytes[0] << 8 | bytes[1]) + ":"
                    + Integer.toHexString(bytes[2] << 8 | bytes[3]);
        }
        String[] halves = body.split("::", -1);
        if (halves.length > 2) {
            return Optional.empty();
        }
        List<String> words = new ArrayList<>(
                halves[0].isEmpty() && halves.length == 2 ? List.of() : List.of(halves[0].split(":", -1)));
        if (halves.length == 2) {
            List<String> right = halves[1].isEmpty() ? List.of() : List.of(halves[1].split(":", -1));
            if (words.size() + right.size() > 7) {
                return Optional.empty();
            }
            while (words.size() + right.size() < 8) {
                words.add("0");
            }
            words.addAll(right);
        }
        if (words.size() != 8 || !words.stream().allMatch(word -> word.matches("[0-9A-Fa-f]{1,4}"))) {
            return Optional.empty();
        }
        int[] value = words.stream().mapToInt(word -> Integer.parseInt(word, 16)).toArray();
        String joined = IntStream.of(value).mapToObj(Integer::toHexString).collect(Collectors.joining(":"));
        if (joined.startsWith("0:0:0:0:0:ffff:") || joined.startsWith("64:ff9b:0:0:0:0:")) {
            return Optional.of(dotted((long) value[6] << 16 | value[7]));
        }
        return Optional.of("[" + withoutLongestRun(value) + "]");
    }

    /// RFC 5952: the longest run of at least two zero words becomes `::`, the first of several.
    private static String withoutLongestRun(int[] value) {
        for (int length = 8; length >= 2; length--) {
            for (int start = 0; start + length <= 8; start++) {
                if (IntStream.range(start, start + length).allMatch(i -> value[i] == 0)) {
                    return hex(value, 0, start) + "::" + hex(value, start + length, 8);
                }
            }
        }
        return hex(value, 0, 8);
    }

    private static String hex(int[] value, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> Integer.toHexString(value[i])).collect(Collectors.joining(":"));
    }

    /// `host/path?query`.
    String whole() {
        return host + path + query;
    }

    String canonical() {
        return scheme + "://" + whole();
    }

    List<String> hosts() {
        List<String> labels = List.of(host.split("\\."));
        Set<String> hosts = new LinkedHashSet<>(List.of(host));
        if (!address) {
            for (int size = 12; size >= 2; size--) {
                if (labels.size() > size) {
                    hosts.add(String.join(".", labels.subList(labels.size() - size, labels.size())));
                }
            }
        }
        return List.copyOf(hosts);
    }

    List<String> paths() {
        Set<String> paths = new LinkedHashSet<>(List.of(path + query, path));
        paths.addAll(directories(path));
        return List.copyOf(paths);
    }

    private static List<String> directories(String path) {
        List<String> directories = new ArrayList<>();
        Matcher slash = Pattern.compile("/").matcher(path);
        for (int i = 0; i < 9 && slash.find(); i++) {
            directories.add(path.substring(0, slash.end()));
        }
        return directories;
    }

    Set<String> expressions() {
        return Stream.of(paths(), left)
                .flatMap(each -> hosts().stream().flatMap(suffix -> each.stream().map(suffix::concat)))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
