package bloomward.format.release;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The expressions that are never reported, whatever the lists contain: the allow file of a publication, in memory
/// (FORMAT.md 17.5). Immutable and thread-safe.
///
/// It is an exact list, because a filter with false positives would allow listed expressions. The file is text, so that
/// the signers of a manifest can read it; its expressions are sorted, so that it is searched without conversion.
///
/// A file of version 1 allows its expressions for every list and without an end. One of version 2 says both with each
/// expression ([AllowEntry]).
public final class AllowList {

    public static final int MAX_SIZE_IN_BYTES = 4 << 20;

    private static final String FIRST_LINE = "bloomward allow v1 canonical ";
    /// Room for the lines of a file, each with its newline.
    public static final int ROOM_IN_BYTES = MAX_SIZE_IN_BYTES - FIRST_LINE.length() - "65535\n".length();

    private static final Pattern FIRST = Pattern.compile("bloomward allow v([12]) canonical (.*)");
    private static final int MAX_EXPRESSION_IN_BYTES = 16 * 1024 + 1; // the longest URL and the space of an exact form
    private static final int MAX_CANONICAL = 0xffff;

    private final int version;
    private final int canonical;
    private final byte[] file;
    /// The offset of each line, and the offset after the last one.
    private final int[] starts;

    private AllowList(int version, int canonical, byte[] file, int[] starts) {
        this.version = version;
        this.canonical = canonical;
        this.file = file;
        this.starts = starts;
    }

    /// The list of these expressions, in any order: a file of version 1.
    ///
    /// @param canonical number of the rules by which they were made
    /// @throws FormatException if one is not an expression, or they are too many for a file
    public static AllowList of(int canonical, Collection<byte[]> expressions) throws FormatException {
        return write(1, canonical, expressions);
    }

    /// The list of these entries, in any order: a file of version 2.
    ///
    /// @param canonical number of the rules by which they were made
    /// @throws FormatException if one is not an expression, an expression stands twice for one list, or they are too many
    ///     for a file
    public static AllowList ofEntries(int canonical, Collection<AllowEntry> entries) throws FormatException {
        return write(2, canonical, entries.stream().map(entry -> entry.line().getBytes(US_ASCII)).toList());
    }

    private static AllowList write(int version, int canonical, Collection<byte[]> lines) throws FormatException {
        TreeSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
        sorted.addAll(lines);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("bloomward allow v" + version + " canonical " + canonical + "\n").getBytes(US_ASCII));
        for (Iterator<byte[]> all = sorted.iterator(); all.hasNext() && out.size() <= MAX_SIZE_IN_BYTES;) {
            out.writeBytes(all.next());
            out.write('\n');
        }
        return parse(out.toByteArray());
    }

    /// Reads a file of either version.
    ///
    /// @param file copied
    public static AllowList parse(byte[] file) throws FormatException {
        if (file.length > MAX_SIZE_IN_BYTES) {
            throw malformed(file.length + " bytes, at most " + MAX_SIZE_IN_BYTES + " are allowed");
        }
        int first = lineEnd(file, 0);
        Matcher head = head(new String(file, 0, first, US_ASCII));
        int version = Integer.parseInt(head.group(1));
        int canonical = canonical(head.group(2));
        if (first == file.length || file[file.length - 1] != '\n') {
            throw new FormatException(Reason.TRUNCATED, "allow file: ends without a newline");
        }
        byte[] copy = file.clone();
        int[] starts = new int[lines(copy)];
        starts[0] = first + 1;
        AllowList list = new AllowList(version, canonical, copy, starts);
        for (int line = 1; line < starts.length; line++) {
            starts[line] = lineEnd(copy, starts[line - 1]) + 1;
            list.requireLine(line);
        }
        return list;
    }

    /// @param line counted from the first one after the head, which is 1
    private void requireLine(int line) throws FormatException {
        int start = starts[line - 1];
        int end = starts[line] - 1;
        int expressionEnd = expressionEnd(line - 1);
        requireExpression(file, start, expressionEnd, line);
        if (version > 1) {
            requireTerms(text(expressionEnd, end), line);
        }
        if (line == 1) {
            return;
        }
        int before = starts[line - 2];
        if (compare(file, before, start - 1, file, start, end) >= 0) {
            throw malformed("line " + (line + 1) + ": not after the line before it in the order of bytes");
        }
        if (version > 1 && listEnd(line - 2) - before == listEnd(line - 1) - start
                && compare(file, before, listEnd(line - 2), file, start, listEnd(line - 1)) == 0) {
            throw malformed("line " + (line + 1) + ": the expression and list of the line before it, with another end");
        }
    }

    /// @param terms all behind the expression
    private static void requireTerms(String terms, int line) throws FormatException {
        try {
            AllowEntry.parse("a/", terms);
        } catch (IllegalArgumentException e) {
            throw malformed("line " + (line + 1) + ": " + e.getMessage());
        }
    }

    /// The entry by which an expression is allowed for a list; one for every list before one for this list alone.
    ///
    /// @param time at which it is to be allowed
    public Optional<AllowEntry> allowing(byte[] bytes, int offset, int length, String list, Instant time) {
        for (int i = firstOf(bytes, offset, length); i >= 0 && i < size()
                && compare(i, bytes, offset, length) == 0; i++) {
            AllowEntry entry = entry(i);
            if (entry.isFor(list) && !entry.isOverAt(time)) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    /// The entries of an expression, for whatever list and until whatever time.
    public List<AllowEntry> of(byte[] expression) {
        List<AllowEntry> entries = new ArrayList<>();
        for (int i = firstOf(expression, 0, expression.length); i >= 0 && i < size()
                && compare(i, expression, 0, expression.length) == 0; i++) {
            entries.add(entry(i));
        }
        return entries;
    }

    /// Whether these bytes are an expression that is allowed for every list and without an end.
    public boolean contains(byte[] bytes, int offset, int length) {
        int first = firstOf(bytes, offset, length); // '*' and '-' come before any other list and end
        return first >= 0 && (version == 1 || entry(first).isForGood());
    }

    public boolean contains(byte[] expression) {
        return contains(expression, 0, expression.length);
    }

    /// The first line with these bytes as its expression, or -1.
    private int firstOf(byte[] bytes, int offset, int length) {
        int low = 0;
        int high = size() - 1;
        int found = -1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = compare(middle, bytes, offset, length);
            if (order == 0) {
                found = middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return found;
    }

    private int compare(int index, byte[] bytes, int offset, int length) {
        return compare(file, starts[index], expressionEnd(index), bytes, offset, offset + length);
    }

    /// An entry; they are sorted.
    ///
    /// @param index 0 to [#size] - 1
    public AllowEntry entry(int index) {
        return version == 1
                ? new AllowEntry(expression(index), Optional.empty(), Optional.empty())
                : AllowEntry.parse(expression(index), text(expressionEnd(index), starts[index + 1] - 1));
    }

    /// Version of the file.
    public int version() {
        return version;
    }

    /// Refuses a file of another version than the one that readers of a manifest take: version 1 could be read as allowing
    /// for every list what is allowed for one.
    public void requireVersionOf(Manifest manifest) throws FormatException {
        int wanted = manifest.allowV2().isPresent() ? 2 : 1;
        if (version != wanted) {
            throw malformed("version " + version + " where the manifest names a file of version " + wanted);
        }
    }

    /// Number of the rules by which the expressions were made; 0 if they are not URLs.
    public int canonical() {
        return canonical;
    }

    /// Number of entries: in a file of version 1, of expressions.
    public int size() {
        return starts.length - 1;
    }

    /// An expression, for people; they are sorted.
    ///
    /// @param index 0 to [#size] - 1
    public String expression(int index) {
        return text(starts[index], expressionEnd(index));
    }

    /// The file.
    public byte[] toBytes() {
        return file.clone();
    }

    /// Refuses a file of version 1 that allows for every list what the one of version 2 beside it does not: agents of different
    /// age would allow different things.
    public void requireWithin(AllowList full) throws FormatException {
        if (version != 1) {
            throw malformed("version " + version + " where version 1 is expected");
        }
        for (int i = 0; i < size(); i++) {
            String expression = expression(i);
            if (full.of(expression.getBytes(US_ASCII)).stream().noneMatch(entry -> entry.list().isEmpty())) {
                throw malformed("version 1 allows '" + expression + "' for every list, and version 2 does not");
            }
        }
    }

    private static Matcher head(String line) throws FormatException {
        if (!line.startsWith("bloomward allow v")) {
            throw new FormatException(Reason.NOT_OUR_FILE, "allow file line 1: does not begin like an allow file");
        }
        Matcher head = FIRST.matcher(line);
        if (!head.matches()) {
            boolean newer = line.matches("bloomward allow v([3-9]|[1-9][0-9]{1,8})( .*)?");
            throw new FormatException(newer ? Reason.TOO_NEW : Reason.MALFORMED,
                    "allow file line 1: '" + line.substring(0, Math.min(line.length(), 80)) + "', supported: '"
                            + FIRST_LINE + "NUMBER' and v2");
        }
        return head;
    }

    private static int canonical(String digits) throws FormatException {
        if (!digits.matches("0|[1-9][0-9]{0,4}") || Integer.parseInt(digits) > MAX_CANONICAL) {
            throw malformed("line 1: canonical is a number from 0 to " + MAX_CANONICAL);
        }
        return Integer.parseInt(digits);
    }

    private String text(int from, int to) {
        return new String(file, from, to - from, US_ASCII);
    }

    /// The offset after the expression of a line.
    private int expressionEnd(int index) {
        return version == 1 ? starts[index + 1] - 1 : space(starts[index] + 1, starts[index + 1] - 1);
    }

    /// The offset after the list of a line of version 2.
    private int listEnd(int index) {
        int end = starts[index + 1] - 1;
        return space(Math.min(expressionEnd(index) + 1, end), end);
    }

    /// The first space from an offset on, or else the end.
    private int space(int from, int end) {
        int at = Math.min(from, end);
        while (at < end && file[at] != ' ') {
            at++;
        }
        return at;
    }

    private static void requireExpression(byte[] file, int start, int end, int line) throws FormatException {
        int from = start < end && file[start] == ' ' ? start + 1 : start; // an exact form
        boolean hasSlash = false;
        for (int at = from; at < end; at++) {
            if (file[at] <= ' ' || file[at] == 0x7f) { // bytes above are negative
                throw malformed("line %d: byte %02x, which no expression has".formatted(line + 1, file[at]));
            }
            hasSlash |= at > from && file[at] == '/';
        }
        if (!hasSlash || end - start > MAX_EXPRESSION_IN_BYTES) {
            throw malformed("line " + (line + 1) + ": not an expression (a host and a path) of at most "
                    + MAX_EXPRESSION_IN_BYTES + " bytes");
        }
    }

    private static int compare(byte[] left, int leftFrom, int leftTo, byte[] right, int rightFrom, int rightTo) {
        return Arrays.compareUnsigned(left, leftFrom, leftTo, right, rightFrom, rightTo);
    }

    private static int lines(byte[] file) {
        int count = 0;
        for (byte b : file) {
            count += b == '\n' ? 1 : 0;
        }
        return count;
    }

    private static int lineEnd(byte[] file, int from) {
        int at = from;
        while (at < file.length && file[at] != '\n') {
            at++;
        }
        return at;
    }

    private static FormatException malformed(String what) {
        return new FormatException(Reason.MALFORMED, "allow file: " + what);
    }
}
