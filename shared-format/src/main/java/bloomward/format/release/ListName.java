package bloomward.format.release;

/// The names of lists: 1 to 64 of `a-z`, `0-9` and `-`, a letter first. So a name can be used unchanged as a word in a
/// line, as a path segment and as a file name, and has one spelling.
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
    /// @throws IllegalArgumentException if the name is not valid for a list
    public static String require(String text) {
        if (!isName(text)) {
            throw new IllegalArgumentException(
                    "list name '" + text + "': must be 1 to 64 of a-z, 0-9 and -, a letter first");
        }
        return text;
    }
}
