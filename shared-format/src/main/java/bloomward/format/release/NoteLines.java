package bloomward.format.release;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A reader of the text of a note, line by line (FORMAT.md 17.1).
///
/// Strictness comes from the end, not from each line: the value read is written again, and if the result differs, the
/// text was not spelt correctly. So no rule of spelling is stated twice, and none is forgotten.
final class NoteLines {

    private static final String OPTIONAL = "optional ";
    private static final int MAX_OPTIONAL_LINES = 100;
    private static final int SHOWN_CHARACTERS = 80;

    private final NoteRole role;
    private final List<String> lines;
    /// The optional lines, without the word.
    private final List<String> optional;
    private int next = 1;

    /// Makes a value from the lines.
    @FunctionalInterface
    interface Reader<T> {
        T read(NoteLines lines) throws FormatException;
    }

    private NoteLines(NoteRole role, List<String> lines, List<String> optional) {
        this.role = role;
        this.lines = lines;
        this.optional = optional;
    }

    /// Reads a whole text.
    ///
    /// @param reader reads all lines from the second on; arguments refused by its values make the note malformed
    /// @param writer returns the only text of the value
    static <T> T read(NoteRole role, String text, Reader<T> reader, Function<T, String> writer) throws FormatException {
        NoteLines lines = open(role, text);
        T value;
        try {
            value = reader.read(lines);
        } catch (IllegalArgumentException e) {
            throw lines.malformed(String.valueOf(e.getMessage()));
        }
        lines.requireEnd();
        List<String> written = split(writer.apply(value));
        lines.requireSame(written.subList(0, endOfRequired(written)));
        return value;
    }

    private static NoteLines open(NoteRole role, String text) throws FormatException {
        if (text.length() > role.maxSizeInBytes()) {
            throw new FormatException(Reason.MALFORMED, role.word() + ": " + text.length() + " characters, at most "
                    + role.maxSizeInBytes() + " are allowed");
        }
        if (!text.endsWith("\n")) {
            throw new FormatException(Reason.TRUNCATED, role.word() + ": ends without a newline");
        }
        List<String> lines = new ArrayList<>(split(text));
        requireFirstLine(role, lines.getFirst());
        int end = endOfRequired(lines);
        if (lines.size() - end > MAX_OPTIONAL_LINES) {
            throw new FormatException(Reason.MALFORMED,
                    role.word() + ": more than " + MAX_OPTIONAL_LINES + " optional lines");
        }
        return new NoteLines(role, lines.subList(0, end),
                lines.stream().skip(end).map(line -> line.substring(OPTIONAL.length())).toList());
    }

    private static List<String> split(String text) {
        return List.of(text.substring(0, text.length() - 1).split("\n", -1));
    }

    private static void requireFirstLine(NoteRole role, String line) throws FormatException {
        String[] words = line.split(" ", -1);
        if (words.length != 3 || !words[0].equals("bloomward") || !words[2].matches("v[1-9][0-9]{0,8}")) {
            throw new FormatException(Reason.NOT_OUR_FILE,
                    role.word() + " line 1: '" + shown(line) + "' is not the first line of a Bloomward note");
        }
        if (!words[1].equals(role.word())) {
            throw new FormatException(Reason.OTHER_TYPE,
                    role.word() + " line 1: expected a " + role.word() + ", found a " + shown(words[1]));
        }
        if (!words[2].equals("v1")) {
            throw new FormatException(Reason.TOO_NEW,
                    role.word() + " line 1: version " + words[2] + ", supported: v1; this program is too old");
        }
    }

    /// Where the lines at the end begin that later versions may add and this one may ignore.
    private static int endOfRequired(List<String> lines) {
        int end = lines.size();
        while (end > 1 && lines.get(end - 1).startsWith(OPTIONAL)) {
            end--;
        }
        return end;
    }

    /// The second line, which has no key.
    String origin() throws FormatException {
        if (next == lines.size()) {
            throw truncated("the origin");
        }
        String origin = lines.get(next++);
        NoteRole.requireOrigin(origin);
        return origin;
    }

    /// Whether the next line has this key.
    boolean has(String key) {
        return next < lines.size() && keyOf(lines.get(next)).equals(key);
    }

    /// The value of the next line, which must have this key.
    String text(String key) throws FormatException {
        if (next == lines.size()) {
            throw truncated("'" + key + "'");
        }
        String line = lines.get(next++);
        String found = keyOf(line);
        if (found.equals(key)) {
            return line.substring(Math.min(line.length(), key.length() + 1));
        }
        if (isOfALaterVersion(found)) {
            throw unknown(found);
        }
        throw malformed("'" + key + "' expected, found '" + shown(line) + "'");
    }

    long number(String key) throws FormatException {
        return number(key, text(key));
    }

    long number(String key, String digits) throws FormatException {
        if (!digits.matches("0|[1-9][0-9]{0,15}")) {
            throw malformed(key + ": '" + shown(digits) + "' is not a number from 0 to 2^53 - 1");
        }
        long number = Long.parseLong(digits);
        NoteRole.requireNumber(key, number, 0, NoteRole.MAX_NUMBER);
        return number;
    }

    Instant time(String key) throws FormatException {
        String text = text(key);
        try {
            return Instant.parse(text);
        } catch (DateTimeException _) {
            throw malformed(key + ": '" + shown(text) + "' is not a time like 2026-01-31T23:59:59Z");
        }
    }

    Digest digest(String key, String hex) throws FormatException {
        if (!Digest.isHex(hex)) {
            throw malformed(key + ": '" + shown(hex) + "' is not a digest of 64 lower-case hex digits");
        }
        return Digest.parse(hex);
    }

    FileRef file(String key) throws FormatException {
        return file(key, text(key));
    }

    private FileRef file(String key, String value) throws FormatException {
        List<String> words = List.of(value.split(" ", -1));
        requireWords(key, words, 2);
        return new FileRef(digest(key, words.getFirst()), number(key, words.getLast()));
    }

    /// The file of an optional line, which stands there once at most; the reader must understand what it finds.
    Optional<FileRef> optionalFile(String key) throws FormatException {
        List<String> found = optional.stream().filter(line -> keyOf(line).equals(key)).toList();
        if (found.size() > 1) {
            throw malformed("optional " + key + ": stands there " + found.size() + " times");
        }
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        file(key, found.getFirst().substring(Math.min(found.getFirst().length(), key.length() + 1))));
    }

    /// The words of the next line's value, of which there must be `count`.
    List<String> words(String key, int count) throws FormatException {
        List<String> words = words(key);
        requireWords(key, words, count);
        return words;
    }

    private void requireWords(String key, List<String> words, int count) throws FormatException {
        if (words.size() != count) {
            throw malformed(key + ": " + words.size() + " words, " + count + " expected");
        }
    }

    List<String> words(String key) throws FormatException {
        return List.of(text(key).split(" ", -1));
    }

    FormatException malformed(String what) {
        return new FormatException(Reason.MALFORMED, role.word() + " line " + next + ": " + what);
    }

    private void requireEnd() throws FormatException {
        if (next < lines.size()) {
            String line = lines.get(next++);
            String key = keyOf(line);
            throw isOfALaterVersion(key) ? unknown(key) : malformed("'" + shown(line) + "' does not belong here");
        }
    }

    /// Whether this may be a key of a later version.
    private boolean isOfALaterVersion(String key) {
        return !role.knows(key) && key.matches("[a-z][a-z0-9-]*");
    }

    private void requireSame(List<String> written) throws FormatException {
        if (lines.size() != written.size()) {
            throw malformed(lines.size() + " lines instead of " + written.size());
        }
        for (next = 1; next <= lines.size(); next++) {
            String found = lines.get(next - 1);
            String expected = written.get(next - 1);
            if (!found.equals(expected)) {
                throw malformed("'" + shown(found) + "' must be written '" + shown(expected) + "'");
            }
        }
    }

    private FormatException unknown(String key) {
        return new FormatException(Reason.TOO_NEW,
                role.word() + " line " + next + ": field '" + shown(key) + "' is unknown; this program is too old");
    }

    private FormatException truncated(String what) {
        return new FormatException(Reason.TRUNCATED, role.word() + ": ends before " + what);
    }

    private static String keyOf(String line) {
        int space = line.indexOf(' ');
        return space < 0 ? line : line.substring(0, space);
    }

    private static String shown(String text) {
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "...";
    }
}
