package bloomward.format.release;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.TreeSet;

/// The expressions that are never reported, whatever the lists contain: the allow file of a publication, in memory
/// (FORMAT.md 17.5). Immutable and thread-safe.
///
/// It is an exact list, because a filter with false positives would allow listed expressions. The file is text, so that
/// the signers of a manifest can read it; its expressions are sorted, so that it is searched without conversion.
public final class AllowList {

    public static final int MAX_SIZE_IN_BYTES = 4 << 20;

    private static final String FIRST_LINE = "bloomward allow v1 canonical ";
    /// Room for the expressions of a file, each with its newline.
    public static final int ROOM_IN_BYTES = MAX_SIZE_IN_BYTES - FIRST_LINE.length() - "65535\n".length();

    private static final int MAX_EXPRESSION_IN_BYTES = 16 * 1024 + 1; // the longest URL and the space of an exact form
    private static final int MAX_CANONICAL = 0xffff;

    private final int canonical;
    private final byte[] file;
    /// The offset of each expression, and the offset after the last one.
    private final int[] starts;

    private AllowList(int canonical, byte[] file, int[] starts) {
        this.canonical = canonical;
        this.file = file;
        this.starts = starts;
    }

    /// The list of these expressions, in any order.
    ///
    /// @param canonical number of the rules by which they were made
    /// @throws FormatException if one is not an expression, or they are too many for a file
    public static AllowList of(int canonical, Collection<byte[]> expressions) throws FormatException {
        TreeSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
        sorted.addAll(expressions);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes((FIRST_LINE + canonical + "\n").getBytes(US_ASCII));
        for (Iterator<byte[]> all = sorted.iterator(); all.hasNext() && out.size() <= MAX_SIZE_IN_BYTES;) {
            out.writeBytes(all.next());
            out.write('\n');
        }
        return parse(out.toByteArray());
    }

    /// Reads a file.
    ///
    /// @param file copied
    public static AllowList parse(byte[] file) throws FormatException {
        if (file.length > MAX_SIZE_IN_BYTES) {
            throw malformed(file.length + " bytes, at most " + MAX_SIZE_IN_BYTES + " are allowed");
        }
        int first = lineEnd(file, 0);
        int canonical = canonical(new String(file, 0, first, US_ASCII));
        if (first == file.length || file[file.length - 1] != '\n') {
            throw new FormatException(Reason.TRUNCATED, "allow file: ends without a newline");
        }
        byte[] copy = file.clone();
        int[] starts = new int[lines(copy)];
        starts[0] = first + 1;
        for (int line = 1; line < starts.length; line++) {
            int start = starts[line - 1];
            int end = lineEnd(copy, start);
            requireExpression(copy, start, end, line);
            starts[line] = end + 1;
            if (line > 1 && compare(copy, starts[line - 2], start - 1, copy, start, end) >= 0) {
                throw malformed("line " + (line + 1) + ": not after the line before it in the order of bytes");
            }
        }
        return new AllowList(canonical, copy, starts);
    }

    /// Whether these bytes are one of the expressions. Allocates nothing.
    public boolean contains(byte[] bytes, int offset, int length) {
        int low = 0;
        int high = size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = compare(file, starts[middle], starts[middle + 1] - 1, bytes, offset, offset + length);
            if (order == 0) {
                return true;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return false;
    }

    public boolean contains(byte[] expression) {
        return contains(expression, 0, expression.length);
    }

    /// Number of the rules by which the expressions were made; 0 if they are not URLs.
    public int canonical() {
        return canonical;
    }

    /// Number of expressions.
    public int size() {
        return starts.length - 1;
    }

    /// An expression, for people; they are sorted.
    ///
    /// @param index 0 to [#size] - 1
    public String expression(int index) {
        return new String(file, starts[index], starts[index + 1] - 1 - starts[index], US_ASCII);
    }

    /// The file.
    public byte[] toBytes() {
        return file.clone();
    }

    private static int canonical(String line) throws FormatException {
        if (!line.startsWith("bloomward allow v")) {
            throw new FormatException(Reason.NOT_OUR_FILE, "allow file line 1: does not begin like an allow file");
        }
        if (!line.startsWith(FIRST_LINE)) {
            boolean newer = line.matches("bloomward allow v([2-9]|[1-9][0-9]{1,8})( .*)?");
            throw new FormatException(newer ? Reason.TOO_NEW : Reason.MALFORMED, "allow file line 1: '"
                    + line.substring(0, Math.min(line.length(), 80)) + "', supported: '" + FIRST_LINE + "NUMBER'");
        }
        String digits = line.substring(FIRST_LINE.length());
        if (!digits.matches("0|[1-9][0-9]{0,4}") || Integer.parseInt(digits) > MAX_CANONICAL) {
            throw malformed("line 1: canonical is a number from 0 to " + MAX_CANONICAL);
        }
        return Integer.parseInt(digits);
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
