package bloomward.format.confirm;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// The reason for a listing, in one word: `malware`, `phishing`. Ordered as its bytes.
///
/// A name instead of a number, so that an answer is understood without a table, and no table can change its meaning. It
/// is used unchanged as a word in a manifest line: no space, no escape, one spelling.
///
/// @param name 1 to 32 of `a-z`, `0-9` and `-`, a letter first
public record Category(String name) implements Comparable<Category> {

    public static final int MAX_LENGTH = 32;

    public Category {
        byte[] bytes = name.getBytes(US_ASCII); // other characters become question marks, which are refused
        if (!isName(bytes, 0, bytes.length)) {
            throw new IllegalArgumentException(
                    "category '" + name + "': must be 1 to 32 of a-z, 0-9 and -, a letter first");
        }
    }

    static boolean isName(byte[] bytes, int from, int length) {
        if (length < 1 || length > MAX_LENGTH || bytes[from] < 'a' || bytes[from] > 'z') {
            return false;
        }
        for (int at = from; at < from + length; at++) {
            byte c = bytes[at];
            boolean letter = c >= 'a' && c <= 'z';
            boolean digit = c >= '0' && c <= '9';
            if (!letter && !digit && c != '-') {
                return false;
            }
        }
        return true;
    }

    /// The category with these bytes as its name, for which [#isName] must hold.
    static Category of(byte[] bytes, int from, int length) {
        return new Category(new String(bytes, from, length, US_ASCII));
    }

    byte[] toBytes() {
        return name.getBytes(US_ASCII);
    }

    @Override
    public int compareTo(Category other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return name;
    }
}
