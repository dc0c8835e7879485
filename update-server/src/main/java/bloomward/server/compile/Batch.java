package bloomward.server.compile;

import java.util.Arrays;

/// A few thousand expressions with their categories, on their way from the thread that adds to one that hashes.
final class Batch {

    private static final int MOST = 4096;

    private byte[] text = new byte[192 * 1024];
    private final int[] ends = new int[MOST];
    private final short[] categories = new short[MOST];
    private final boolean[] again = new boolean[MOST];
    private int count;

    /// Puts an expression in.
    ///
    /// @param isAgain whether it is the expression that was added last
    /// @return whether it went in: not if the batch is full
    boolean add(byte[] buffer, int offset, int length, int category, boolean isAgain) {
        int start = start(count);
        if (count == MOST || (count > 0 && length > text.length - start)) {
            return false;
        }
        if (length > text.length) {
            text = Arrays.copyOf(text, length);
        }
        System.arraycopy(buffer, offset, text, start, length);
        categories[count] = (short) category;
        again[count] = isAgain;
        ends[count++] = start + length;
        return true;
    }

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    /// All expressions, one behind the other; no copy.
    byte[] text() {
        return text;
    }

    int start(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }

    int length(int index) {
        return ends[index] - start(index);
    }

    boolean isAgain(int index) {
        return again[index];
    }

    int category(int index) {
        return categories[index];
    }
}
