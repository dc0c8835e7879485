package bloomward.format.url;

/// IPv4 addresses in every spelling that `inet_aton` takes: one to four numbers, each decimal, octal or hexadecimal.
final class Ipv4 {

    static final long NONE = -1;

    private Ipv4() {}

    /// The address as a number, or [#NONE].
    static long parse(byte[] text, int from, int to) {
        long address = 0;
        int at = from;
        for (int part = 1; part <= 4; part++) {
            int end = at;
            while (end < to && text[end] != '.') {
                end++;
            }
            long value = number(text, at, end);
            if (value < 0) {
                return NONE;
            }
            if (end == to) {
                int bits = 40 - 8 * part; // the last number fills what the others left
                return value >>> bits == 0 ? address << bits | value : NONE;
            }
            if (value > 255) {
                return NONE;
            }
            address = address << 8 | value;
            at = end + 1;
        }
        return NONE;
    }

    /// Whether a label is all digits, or hexadecimal: a host that ends in one is an address or nothing.
    static boolean isNumber(byte[] text, int from, int to) {
        boolean hex = to - from >= 2 && text[from] == '0' && (text[from + 1] | 0x20) == 'x';
        for (int at = hex ? from + 2 : from; at < to; at++) {
            if (hex ? ByteKind.hexValue(text[at]) < 0 : !ByteKind.isDigit(text[at])) {
                return false;
            }
        }
        return true;
    }

    /// A number up to 2^32 - 1, or -1.
    private static long number(byte[] text, int from, int to) {
        if (from == to) {
            return -1;
        }
        int at = from;
        int base = 10;
        if (text[at] == '0' && to - at > 1) {
            at++;
            base = 8;
            if ((text[at] | 0x20) == 'x') {
                at++;
                base = 16;
            }
        }
        long value = 0;
        for (; at < to; at++) {
            int digit = ByteKind.hexValue(text[at]);
            if (digit < 0 || digit >= base) {
                return -1;
            }
            value = value * base + digit;
            if (value > 0xffff_ffffL) {
                return -1;
            }
        }
        return value;
    }

    /// Writes dotted decimal.
    ///
    /// @return the position behind it
    static int write(long address, byte[] out, int from) {
        int at = from;
        for (int shift = 24; shift >= 0; shift -= 8) {
            int value = (int) (address >>> shift) & 255;
            if (value >= 100) {
                out[at++] = (byte) ('0' + value / 100);
            }
            if (value >= 10) {
                out[at++] = (byte) ('0' + value / 10 % 10);
            }
            out[at++] = (byte) ('0' + value % 10);
            if (shift > 0) {
                out[at++] = '.';
            }
        }
        return at;
    }
}
