package bloomward.format.url;

import java.util.Locale;
import java.util.Optional;

/// The schemes whose URLs can be judged. The scheme is not part of an expression.
enum Scheme {

    HTTP, HTTPS, WS, WSS, FTP;

    private static final Scheme[] ALL = values();

    private final String lowerCase = name().toLowerCase(Locale.ROOT);
    private final String prefix = lowerCase + "://";
    private final Optional<Scheme> optional = Optional.of(this);

    /// The scheme of this name in letters of any case.
    static Optional<Scheme> named(byte[] text, int from, int to) {
        for (Scheme scheme : ALL) {
            if (scheme.isNamed(text, from, to)) {
                return scheme.optional;
            }
        }
        return Optional.empty();
    }

    private boolean isNamed(byte[] text, int from, int to) {
        if (to - from != lowerCase.length()) {
            return false;
        }
        for (int i = 0; i < lowerCase.length(); i++) {
            if ((text[from + i] | 0x20) != lowerCase.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// Length of `scheme://`.
    int prefixLength() {
        return prefix.length();
    }

    String prefix() {
        return prefix;
    }
}
