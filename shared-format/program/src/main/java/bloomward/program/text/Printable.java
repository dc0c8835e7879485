package bloomward.program.text;

/// Text of strangers made fit for a terminal.
public final class Printable {

    private Printable() {}

    private static final int BEGINNING = 200;

    /// The first characters of a text that may be very long.
    public static String beginningOf(String text) {
        return text.length() <= BEGINNING ? of(text) : of(text.substring(0, BEGINNING)) + "...";
    }

    /// The text with every control character as `\\u` and its number, so that it can neither move the cursor nor
    /// recolour what others wrote.
    public static String of(String text) {
        StringBuilder printable = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            int type = Character.getType(c);
            if (type == Character.CONTROL || type == Character.FORMAT || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR || type == Character.SURROGATE) {
                printable.append(String.format("\\u%04x", c));
            } else {
                printable.appendCodePoint(c);
            }
        });
        return printable.toString();
    }
}
