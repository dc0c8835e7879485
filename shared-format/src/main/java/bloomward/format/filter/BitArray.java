package bloomward.format.filter;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.util.Arrays;

/// A row of bits, bit 0 the lowest of the first word. May be longer than 2^32.
final class BitArray {

    private final long length;
    private final long[] words;

    BitArray(long length) {
        this(length, new long[wordsFor(length)]);
    }

    private BitArray(long length, long[] words) {
        this.length = length;
        this.words = words;
    }

    /// Takes words over that were read from somewhere.
    static BitArray over(long length, long[] words) throws FormatException {
        int rest = (int) (length & 63);
        if (rest != 0 && words[words.length - 1] >>> rest != 0) {
            throw new FormatException(Reason.MALFORMED, "body: bits after the last, " + length + ", are not 0");
        }
        return new BitArray(length, words);
    }

    static int wordsFor(long bits) {
        return Math.toIntExact((bits + 63) >>> 6);
    }

    boolean get(long bit) {
        return (words[(int) (bit >>> 6)] >>> bit & 1) != 0;
    }

    /// @return whether the bit was not set before
    boolean set(long bit) {
        int index = (int) (bit >>> 6);
        long before = words[index];
        words[index] = before | 1L << bit;
        return (before >>> bit & 1) == 0;
    }

    void setAll(BitArray other) {
        for (int i = 0; i < words.length; i++) {
            words[i] |= other.words[i];
        }
    }

    void clear() {
        Arrays.fill(words, 0);
    }

    /// How many bits are set. Reads all of them.
    long ones() {
        long ones = 0;
        for (long word : words) {
            ones += Long.bitCount(word);
        }
        return ones;
    }

    long length() {
        return length;
    }

    /// The words themselves, no copy.
    long[] words() {
        return words;
    }
}
