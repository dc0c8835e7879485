package bloomward.format.rice;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A writer of increasing numbers as a bit string (FORMAT.md 5). For one thread; [#finish] ends it without closing the
/// stream.
public final class RiceWriter {

    private static final int CHUNK_IN_WORDS = 1024;

    private final RiceCode code;
    private final OutputStream out;
    private final long[] words = new long[CHUNK_IN_WORDS];
    private final ByteBuffer bytes = ByteBuffer.allocate(CHUNK_IN_WORDS * 8).order(ByteOrder.LITTLE_ENDIAN);

    private int wordCount;
    private long word;
    private int bitsInWord;
    private long written;
    private long previous = -1;

    public RiceWriter(RiceCode code, OutputStream out) {
        this.code = code;
        this.out = out;
    }

    /// Whether all promised numbers are written, so that no further one is accepted.
    public boolean isFull() {
        return written == code.count();
    }

    /// Writes the next number.
    ///
    /// @throws IllegalArgumentException if it is not above the previous one, or not below the bound
    /// @throws IllegalStateException if it is one too many: the code does not fit it, and a large gap in a code for no
    ///     numbers would take gigabytes
    public void write(long number) throws IOException {
        if (isFull()) {
            throw new IllegalStateException(number + " is one more than the " + code.count() + " numbers promised");
        }
        if (number <= previous || number >= code.bound()) {
            throw new IllegalArgumentException(number + " after " + previous + ", below " + code.bound());
        }
        long gap = number - previous - 1;
        previous = number;
        written++;
        int lowBits = code.lowBits();
        long zeros = gap >>> lowBits;
        while (zeros + 1 + lowBits > 64) {
            int some = (int) Math.min(zeros, 63);
            put(0, some);
            zeros -= some;
        }
        long low = gap & ((1L << lowBits) - 1);
        put((low << 1 | 1) << zeros, (int) zeros + 1 + lowBits);
    }

    /// Writes the rest, and pads the last byte with zero bits.
    public void finish() throws IOException {
        if (!isFull()) {
            throw new IllegalStateException(written + " numbers written, " + code.count() + " promised");
        }
        int lastBytes = (bitsInWord + 7) / 8;
        words[wordCount] = word; // there is room: a full chunk is flushed at once
        flush(wordCount * 8 + lastBytes, wordCount + 1);
    }

    private void put(long bits, int count) throws IOException {
        word |= bits << bitsInWord;
        int filled = bitsInWord + count;
        if (filled < 64) {
            bitsInWord = filled;
            return;
        }
        words[wordCount++] = word;
        int used = 64 - bitsInWord;
        word = used == 64 ? 0 : bits >>> used;
        bitsInWord = filled - 64;
        if (wordCount == CHUNK_IN_WORDS) {
            flush(CHUNK_IN_WORDS * 8, CHUNK_IN_WORDS);
        }
    }

    private void flush(int byteCount, int count) throws IOException {
        bytes.asLongBuffer().put(words, 0, count);
        out.write(bytes.array(), 0, byteCount);
        wordCount = 0;
    }
}
