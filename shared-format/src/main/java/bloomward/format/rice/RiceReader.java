package bloomward.format.rice;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Optional;

/// A reader of the numbers in a bit string (FORMAT.md 5). For one thread.
///
/// The bytes may be hostile: every number returned is above the previous one and below the bound, and a string that
/// breaks a rule ends early with a [#problem]. It reads through an array because segment access in a loop costs twice
/// as much where only the first compiler (C1) runs.
public final class RiceReader {

    /// Returned when there is no further number; no number is negative.
    public static final long END = -1;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int WINDOW_IN_WORDS = 512;
    private static final int ROW = 256;

    /// The number of trailing zeros of each byte: C1 would count them by a series of branches.
    private static final byte[] ZEROS = zeros();
    private static final int LONG = 8;

    private final MemorySegment bytes;
    private final long bound;
    private final int lowBits;
    private final long lowMask;
    private final long maxQuotient;

    /// Words of the string from `windowStart` on, and one more for lookahead; zeros beyond its end.
    private final long[] window;
    private long windowStart;
    private final int windowBits;
    /// Position of the next number, relative to the start of the window.
    private int bitInWindow;

    /// Numbers read but not yet returned: reading many at a time keeps the state in registers.
    private final long[] row = new long[ROW];
    private int inRow;
    private int given;

    private long remaining;
    private long previous = -1;
    private Optional<String> problem = Optional.empty();

    public RiceReader(MemorySegment bytes, RiceCode code) {
        this.bytes = bytes;
        this.bound = code.bound();
        this.lowBits = code.lowBits();
        this.lowMask = (1L << lowBits) - 1;
        this.maxQuotient = code.maxQuotient();
        this.remaining = code.count();
        this.window = new long[Math.clamp((bytes.byteSize() + 7) / 8, 1, WINDOW_IN_WORDS) + 1];
        this.windowBits = (window.length - 1) * 64;
        load(0);
    }

    private static byte[] zeros() {
        byte[] zeros = new byte[1 << LONG];
        for (int bits = 0; bits < zeros.length; bits++) {
            zeros[bits] = (byte) Math.min(LONG, Integer.numberOfTrailingZeros(bits));
        }
        return zeros;
    }

    /// The number of trailing zeros, of which there are fewer than eight nearly always.
    public static int zerosOf(long bits) {
        int zeros = ZEROS[(int) bits & 0xff];
        return zeros < LONG ? zeros : Long.numberOfTrailingZeros(bits);
    }

    /// The next number, or [#END] from the end on.
    public long next() {
        if (given == inRow) {
            readRow();
        }
        return row[given++];
    }

    /// Reads the next numbers, at least one, or the end. Many at a time, because C1 keeps local variables in registers.
    private void readRow() {
        long[] numbers = row;
        long[] words = window;
        int low = lowBits;
        long mask = lowMask;
        int wanted = (int) Math.min(remaining, ROW);
        int count = 0;
        long last = previous;
        int at = bitInWindow;
        while (count < wanted) {
            if (at >= windowBits) {
                bitInWindow = at;
                load(bitPosition() >>> 6);
                at = bitInWindow;
            }
            int index = at >>> 6;
            long bits = words[index] >>> at | words[index + 1] << 1 << ~at; // a shift takes the low six bits
            int zeros = ZEROS[(int) bits & 0xff];
            int length = zeros + 1 + low;
            long gap;
            if (zeros < LONG && length <= 64) {
                gap = (long) zeros << low | (bits >>> zeros >>> 1 & mask);
                at += length;
            } else {
                bitInWindow = at;
                gap = longGap();
                at = bitInWindow;
            }
            if (gap < 0 || gap >= bound - last - 1) {
                problem = Optional.of("a number that is not below " + bound + " near bit " + (windowStart * 64 + at));
                remaining = count;
                break;
            }
            last += gap + 1;
            numbers[count++] = last;
        }
        bitInWindow = at;
        previous = last;
        remaining -= count;
        if (count == 0) {
            numbers[count++] = END;
        }
        inRow = count;
        given = 0;
    }

    private long bitPosition() {
        return windowStart * 64 + bitInWindow;
    }

    /// The fault of the string, known once [#next] has returned [#END]: a number too large, an end too early or too
    /// late, or padding that is not zero.
    public Optional<String> problem() {
        if (problem.isPresent()) {
            return problem;
        }
        long end = bitPosition();
        if ((end + 7) / 8 != bytes.byteSize()) {
            return Optional.of("numbers end at bit " + end + " of " + bytes.byteSize() + " bytes");
        }
        int rest = (int) (end & 7);
        if (rest != 0 && (bytes.get(ValueLayout.JAVA_BYTE, end >>> 3) & 0xff) >>> rest != 0) {
            return Optional.of("padding after bit " + end + " is not zero");
        }
        return Optional.empty();
    }

    /// A gap with a long unary part, read word by word; -1 if it has none or one too large.
    private long longGap() {
        long zeros = 0;
        long position = bitPosition();
        long end = bytes.byteSize() * 8;
        while (position < end) {
            long bits = peek(position);
            if (bits != 0) {
                int some = Long.numberOfTrailingZeros(bits);
                zeros += some;
                if (zeros > maxQuotient) {
                    return -1;
                }
                position += some + 1;
                long low = peek(position) & lowMask;
                moveTo(position + lowBits);
                return zeros << lowBits | low;
            }
            zeros += 64;
            position += 64;
        }
        return -1;
    }

    /// The 64 bits from a position on, zeros beyond the end.
    private long peek(long position) {
        moveTo(position);
        int index = bitInWindow >>> 6;
        int shift = bitInWindow & 63;
        return window[index] >>> shift | window[index + 1] << 1 << (63 - shift);
    }

    private void moveTo(long position) {
        bitInWindow = (int) (position - windowStart * 64);
        if (bitInWindow >= windowBits) {
            load(position >>> 6);
        }
    }

    /// Moves the window to the given word of the string, which may be at its end.
    private void load(long firstWord) {
        long position = bitPosition();
        long wholeWords = bytes.byteSize() / 8;
        int whole = Math.clamp(wholeWords - firstWord, 0, window.length);
        if (whole > 0) {
            MemorySegment.copy(bytes, WORD, firstWord * 8, window, 0, whole);
        }
        for (int i = whole; i < window.length; i++) {
            window[i] = firstWord + i == wholeWords ? lastBytes(wholeWords * 8) : 0;
        }
        windowStart = firstWord;
        bitInWindow = (int) (position - firstWord * 64);
    }

    private long lastBytes(long from) {
        long value = 0;
        for (long at = bytes.byteSize() - 1; at >= from; at--) {
            value = value << 8 | (bytes.get(ValueLayout.JAVA_BYTE, at) & 0xff);
        }
        return value;
    }
}
