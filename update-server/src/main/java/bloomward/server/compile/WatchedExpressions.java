package bloomward.server.compile;

import bloomward.format.key.KeyHash;
import bloomward.format.url.Expression;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;

/// Expressions of popular, protected and allowed hosts, which no version may hit by chance. There may be half a million
/// of them, and each list has other keys: so their bytes lie in one array, read and made once for all lists.
///
/// Immutable and safe for all threads.
public final class WatchedExpressions {

    private final byte[] text;
    private final int[] ends;
    private final int count;

    private WatchedExpressions(byte[] text, int[] ends, int count) {
        this.text = text;
        this.ends = ends;
        this.count = count;
    }

    public static WatchedExpressions of(Iterator<Expression> expressions) {
        byte[] text = new byte[1 << 16];
        int[] ends = new int[1 << 12];
        int count = 0;
        int end = 0;
        while (expressions.hasNext()) {
            byte[] bytes = expressions.next().toBytes();
            if (bytes.length > text.length - end) {
                text = Arrays.copyOf(text, Math.max(end + bytes.length, 2 * text.length));
            }
            if (count == ends.length) {
                ends = Arrays.copyOf(ends, 2 * count);
            }
            System.arraycopy(bytes, 0, text, end, bytes.length);
            end += bytes.length;
            ends[count++] = end;
        }
        return new WatchedExpressions(text, ends, count);
    }

    int count() {
        return count;
    }

    /// The hash of one under the keys of a list.
    long hash(KeyHash hash, int index) {
        int start = start(index);
        return hash.of(text, start, ends[index] - start);
    }

    Expression expression(int index) {
        int start = start(index);
        return new Expression(new String(text, start, ends[index] - start, StandardCharsets.US_ASCII));
    }

    private int start(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }
}
