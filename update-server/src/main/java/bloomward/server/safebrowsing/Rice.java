package bloomward.server.safebrowsing;

import java.util.Arrays;

/// Increasing 32-bit numbers as the protocol codes them, which is not quite the code of our own files: the first number stands
/// beside, differences are not less one, and a quotient is written in ones, ended by a zero.
///
/// Bits fill each byte from its lowest one. The parameter is limited, and no number may be missing in `data`.
///
/// @param first the smallest number
/// @param parameter low bits of a difference, written unchanged
/// @param differences how many are coded in `data`: one less than the numbers
@SuppressWarnings("ArrayRecordComponent") // made, written into a message, and dropped
record Rice(long first, int parameter, int differences, byte[] data) {

    /// The bounds of the parameter in version 4.
    static final Bounds OF_V4 = new Bounds(2, 28, 0);
    /// The bounds of the parameter in version 5.
    static final Bounds OF_V5 = new Bounds(3, 30, 3);

    /// The smallest and the largest parameter that a client takes.
    ///
    /// @param alone the parameter beside a single number
    record Bounds(int least, int most, int alone) {}

    /// Codes numbers.
    ///
    /// @param numbers at least one, increasing as unsigned numbers
    static Rice of(int[] numbers, Bounds bounds) {
        long first = Integer.toUnsignedLong(numbers[0]);
        int differences = numbers.length - 1;
        if (differences == 0) {
            return new Rice(first, bounds.alone(), 0, new byte[0]);
        }
        long span = Integer.toUnsignedLong(numbers[differences]) - first;
        if (span < differences) {
            throw new IllegalArgumentException(numbers.length + " numbers from " + first + " to " + (first + span));
        }
        int parameter = parameter(span / differences, bounds);
        long bits = (long) differences * (parameter + 1) + (span >>> parameter);
        Writer writer = new Writer(Math.toIntExact((bits + 7) / 8));
        long previous = first;
        for (int i = 1; i < numbers.length; i++) {
            long number = Integer.toUnsignedLong(numbers[i]);
            long difference = number - previous;
            if (difference <= 0) {
                throw new IllegalArgumentException(number + " after " + previous);
            }
            writer.put(difference, parameter);
            previous = number;
        }
        return new Rice(first, parameter, differences, writer.finish());
    }

    /// The integer part of log2 of 0.9624 times the mean (Kiely 2004), within the bounds.
    private static int parameter(long mean, Bounds bounds) {
        long weighted = Math.max(1, mean - mean / 27);
        return Math.clamp(63 - Long.numberOfLeadingZeros(weighted), bounds.least(), bounds.most());
    }

    /// Bits from the lowest one of each byte on.
    private static final class Writer {

        private final byte[] bytes;
        private int at;
        private long word;
        private int filled;

        /// @param mostBytes enough for all bits
        Writer(int mostBytes) {
            this.bytes = new byte[mostBytes];
        }

        void put(long difference, int parameter) {
            for (long ones = difference >>> parameter; ones > 0; ones -= Math.min(ones, 31)) {
                int some = (int) Math.min(ones, 31);
                append((1L << some) - 1, some);
            }
            append(0, 1);
            append(difference & ((1L << parameter) - 1), parameter);
        }

        /// At most 31 bits at a time, so that they fit behind the up to seven that wait.
        private void append(long bits, int count) {
            word |= bits << filled;
            filled += count;
            while (filled >= 8) {
                bytes[at++] = (byte) word;
                word >>>= 8;
                filled -= 8;
            }
        }

        byte[] finish() {
            if (filled > 0) {
                bytes[at++] = (byte) word;
            }
            return Arrays.copyOf(bytes, at);
        }
    }
}
