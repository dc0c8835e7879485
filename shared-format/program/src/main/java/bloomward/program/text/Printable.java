package bloomward.program.text;

/// Text from untrusted sources, made safe for a terminal.
public final class Printable {

    private static final int BEGINNING = 200;

    private Printable() {}

    /// The first characters of a text that may be very long.
    public static String beginningOf(String text) {
        return beginningOf(text, BEGINNING);
    }

    /// The first `length` characters.
    public static String beginningOf(String text, int length) {
        return text.length() <= length ? of(text) : of(text.substring(0, length)) + "...";
    }

    /// The text with every character that is not plainly visible written as `\\u` and its number, so that it can
    /// neither move the cursor nor recolour or reorder other text.
    public static String of(String text) {
        StringBuilder printable = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (isVisible(c)) {
                printable.appendCodePoint(c);
            } else {
                printable.append(String.format("\\u%04x", c));
            }
        });
        return printable.toString();
    }

    /// Whether a character is plainly visible, or a blank.
    static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED ->
                false;
            default -> true;
        };
    }
}
