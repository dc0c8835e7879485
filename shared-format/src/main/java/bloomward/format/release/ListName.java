package bloomward.format.release;

/// What a list may be called: 1 to 64 of `a-z`, `0-9` and `-`, a letter first. So a name is a word of a line, a segment of
/// a path and a file name as it is, and has one spelling.
public final class ListName {

    public static final int MAX_LENGTH = 64;

    private ListName() {}

    public static boolean isName(String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH || text.charAt(0) < 'a' || text.charAt(0) > 'z') {
            return false;
        }
        return text.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-');
    }

    /// @return the name
    /// @throws IllegalArgumentException if no list may be called so
    public static String require(String text) {
        if (!isName(text)) {
            throw new IllegalArgumentException(
                    "list name '" + text + "', possible are 1 to 64 of a-z, 0-9 and -, a letter first");
        }
        return text;
    }
}
