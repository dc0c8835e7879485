package bloomward.server.store.postgres;

/// Texts that PostgreSQL keeps as they are. It refuses U+0000, and the driver would change half of a surrogate pair into a
/// question mark without a word.
final class StorableText {

    private StorableText() {}

    /// @return the same text
    /// @throws IllegalArgumentException if it would not come back as it is
    static String require(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                throw new IllegalArgumentException("a text has U+0000 at " + i + ", which PostgreSQL cannot store");
            }
            if (Character.isSurrogate(c)) {
                if (Character.isHighSurrogate(c) && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1))) {
                    i++;
                } else {
                    throw new IllegalArgumentException("a text has half of a surrogate pair at " + i
                            + ", which is no character and cannot be stored");
                }
            }
        }
        return text;
    }
}
