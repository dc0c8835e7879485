package bloomward.program.text;

/// The forms of a table for other programs, with every value safe to open in a spreadsheet and to show on a terminal.
///
/// A character that is not plainly visible is written as `\t`, `\n`, `\r` or `\\u` and four hex digits, and `\` as `\\`.
/// A spreadsheet takes a value for a formula whose first visible character is `=`, `+`, `-` or `@`, of full width too:
/// such a value, and one that begins with `'`, is written with `'` before it. So nothing is lost: a reader that takes
/// off one `'` at the beginning, and then the escapes, has the value. Numbers are written as they are, negative ones
/// too.
public enum SeparatedForm {

    /// RFC 4180: values with a comma, a semicolon, a quote or a blank at an end, and those after a `'`, are quoted.
    CSV(",", "\r"),
    /// Values between tabs.
    TSV("\t", "");

    private static final String FORMULA = "=+-@\uff1d\uff0b\uff0d\uff20";

    private final String separator;
    private final String beforeLineFeed;

    SeparatedForm(String separator, String beforeLineFeed) {
        this.separator = separator;
        this.beforeLineFeed = beforeLineFeed;
    }

    public String separator() {
        return separator;
    }

    /// The part of a line's end before its line feed.
    public String beforeLineFeed() {
        return beforeLineFeed;
    }

    /// A text as one value.
    public String value(String text) {
        boolean isMarked = text.startsWith("'") || isFormula(text);
        String safe = (isMarked ? "'" : "") + escaped(text);
        return this == CSV && (isMarked || needsQuotes(safe)) ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }

    private static boolean isFormula(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isWhitespace(c) && !Character.isSpaceChar(c) && !isHidden(text, i)) {
                return FORMULA.indexOf(c) >= 0;
            }
        }
        return false;
    }

    private static boolean needsQuotes(String text) {
        return text.startsWith(" ") || text.endsWith(" ")
                || text.chars().anyMatch(c -> c == ',' || c == ';' || c == '"');
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> out.append("\\\\");
                case '\t' -> out.append("\\t");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                default -> {
                    if (isHidden(text, i)) {
                        out.append("\\u%04x".formatted((int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.toString();
    }

    /// Whether the character at a place could move the cursor, or recolour or reorder other text.
    private static boolean isHidden(String text, int at) {
        char c = text.charAt(at);
        if (c >= ' ' && c < 0x7f) {
            return false;
        }
        int whole = Character.isLowSurrogate(c) && at > 0 && Character.isHighSurrogate(text.charAt(at - 1))
                ? text.codePointAt(at - 1)
                : text.codePointAt(at);
        return !Printable.isVisible(whole);
    }
}
