package bloomward.server.http;

import java.util.Optional;
import java.util.regex.Pattern;

/// A path of the public side, read. Each thing has one spelling; anything else is no path.
public sealed interface PublicPath {

    /// `/v1/latest`
    record Latest() implements PublicPath {}

    /// `/v1/root/{n}`
    record RootNote(int number) implements PublicPath {}

    /// `/v1/manifest/{sha256}` and its like: named by its bytes.
    record Content(Kind kind, String digest) implements PublicPath {}

    /// `/v1/delta/{list}/{from}/{to}`
    record DeltaFile(String list, long from, long to) implements PublicPath {}

    /// `/v1/bloom/{list}/{packed or flat}`
    record Bloom(String list, Kind kind) implements PublicPath {}

    /// `/v1/confirm/{confirm-root}/{bucket}`
    record Confirm(String root, int bucket) implements PublicPath {}

    /// What is named by its digest.
    enum Kind {
        MANIFEST, PACKED, FLAT, ALLOW;

        private final String word = name().toLowerCase(java.util.Locale.ROOT);

        static Optional<Kind> of(String word) {
            for (Kind kind : values()) {
                if (kind.word.equals(word)) {
                    return Optional.of(kind);
                }
            }
            return Optional.empty();
        }
    }

    /// @param path as it came, not unescaped: no path here needs an escape
    static Optional<PublicPath> parse(String path) {
        if (!path.startsWith("/v1/") || path.length() > 256) {
            return Optional.empty();
        }
        String[] words = path.substring(4).split("/", -1);
        return switch (words.length) {
            case 1 -> words[0].equals("latest") ? Optional.of(new Latest()) : Optional.empty();
            case 2 -> words[0].equals("root")
                    ? number(words[1], Integer.MAX_VALUE).map(n -> new RootNote(n.intValue()))
                    : Kind.of(words[0]).filter(_ -> isDigest(words[1])).map(kind -> new Content(kind, words[1]));
            case 3 -> three(words);
            case 4 -> words[0].equals("delta") && isList(words[1])
                    ? number(words[2], Long.MAX_VALUE).flatMap(
                            from -> number(words[3], Long.MAX_VALUE).map(to -> new DeltaFile(words[1], from, to)))
                    : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<PublicPath> three(String[] words) {
        if (words[0].equals("bloom") && isList(words[1])) {
            return Kind.of(words[2]).filter(kind -> kind == Kind.PACKED || kind == Kind.FLAT)
                    .map(kind -> new Bloom(words[1], kind));
        }
        if (words[0].equals("confirm") && isDigest(words[1])) {
            return number(words[2], 65_535).map(bucket -> new Confirm(words[1], bucket.intValue()));
        }
        return Optional.empty();
    }

    private static boolean isDigest(String word) {
        if (word.length() != 64) {
            return false;
        }
        for (int i = 0; i < 64; i++) {
            char c = word.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isList(String word) {
        return ListNames.PATTERN.matcher(word).matches();
    }

    private static Optional<Long> number(String word, long atMost) {
        boolean zero = word.equals("0");
        if (word.isEmpty() || word.length() > 18 || (!zero && word.charAt(0) == '0')) {
            return Optional.empty();
        }
        long value = 0;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c < '0' || c > '9') {
                return Optional.empty();
            }
            value = value * 10 + c - '0';
        }
        return value <= atMost ? Optional.of(value) : Optional.empty();
    }

    /// What a list may be called.
    final class ListNames {
        static final Pattern PATTERN = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

        private ListNames() {}
    }
}
