package bloomward.format.url;

import java.util.Arrays;
import java.util.Optional;

/// IPv6 addresses (RFC 4291), written as RFC 5952 wants them.
///
/// @param high the first four groups
/// @param low the last four
record Ipv6(long high, long low) {

    private static final long NAT64_PREFIX = 0x0064_ff9b_0000_0000L;

    /// Reads what stands between the brackets. A zone (`%eth0`) belongs to the machine and not to the address; it is
    /// dropped.
    static Optional<Ipv6> parse(byte[] text, int from, int to) {
        int end = from;
        while (end < to && text[end] != '%') {
            end++;
        }
        int[] groups = new int[8];
        int count = 0;
        int gap = -1;
        int at = from;
        if (at + 1 < end && text[at] == ':' && text[at + 1] == ':') {
            gap = 0;
            at += 2;
        }
        while (at < end) {
            if (count == 8) {
                return Optional.empty();
            }
            int next = at;
            while (next < end && text[next] != ':') {
                next++;
            }
            if (next == end && contains(text, at, end, (byte) '.')) {
                long tail = dotted(text, at, end);
                if (tail < 0 || count > 6) {
                    return Optional.empty();
                }
                groups[count++] = (int) (tail >>> 16);
                groups[count++] = (int) (tail & 0xffff);
                break;
            }
            int group = group(text, at, next);
            if (group < 0) {
                return Optional.empty();
            }
            groups[count++] = group;
            at = next + 1;
            if (next < end && at == end) {
                return Optional.empty(); // a single colon at the end
            }
            if (at < end && text[at] == ':') {
                if (gap >= 0) {
                    return Optional.empty();
                }
                gap = count;
                at++;
            }
        }
        if (gap < 0 ? count != 8 : count > 7) {
            return Optional.empty();
        }
        return Optional.of(of(groups, count, gap));
    }

    private static Ipv6 of(int[] groups, int count, int gap) {
        if (gap >= 0) {
            int moved = count - gap;
            System.arraycopy(groups, gap, groups, 8 - moved, moved);
            Arrays.fill(groups, gap, 8 - moved, 0);
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < 4; i++) {
            high = high << 16 | groups[i];
            low = low << 16 | groups[i + 4];
        }
        return new Ipv6(high, low);
    }

    /// The IPv4 address that it stands for (`::ffff:0:0/96` and `64:ff9b::/96`), or [Ipv4#NONE].
    long toIpv4() {
        boolean mapped = high == 0 && low >>> 32 == 0xffff;
        boolean translated = high == NAT64_PREFIX && low >>> 32 == 0;
        return mapped || translated ? (low & 0xffff_ffffL) : Ipv4.NONE;
    }

    /// Writes it in brackets: no leading zeros, lower case, the longest run of two or more zero groups (the first of
    /// equals) as `::`.
    ///
    /// @return the position behind it
    int write(byte[] out, int from) {
        int runStart = -1;
        int runLength = 1;
        for (int i = 0; i < 8; i++) {
            int length = 0;
            while (i + length < 8 && groupAt(i + length) == 0) {
                length++;
            }
            if (length > runLength) {
                runStart = i;
                runLength = length;
            }
        }
        int at = from;
        out[at++] = '[';
        for (int i = 0; i < 8; i++) {
            if (i == runStart) {
                out[at++] = ':';
                out[at++] = ':';
                i += runLength - 1;
                continue;
            }
            if (i > 0 && out[at - 1] != ':') {
                out[at++] = ':';
            }
            for (char c : Integer.toHexString(groupAt(i)).toCharArray()) {
                out[at++] = (byte) c;
            }
        }
        out[at++] = ']';
        return at;
    }

    private int groupAt(int index) {
        long half = index < 4 ? high : low;
        return (int) (half >>> (48 - 16 * (index & 3))) & 0xffff;
    }

    private static int group(byte[] text, int from, int to) {
        if (from == to || to - from > 4) {
            return -1;
        }
        int value = 0;
        for (int at = from; at < to; at++) {
            int digit = ByteKind.hexValue(text[at]);
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /// Four decimal numbers: inside an IPv6 address no other spelling is known.
    private static long dotted(byte[] text, int from, int to) {
        int dots = 0;
        for (int at = from; at < to; at++) {
            boolean first = at == from || text[at - 1] == '.';
            boolean leadingZero = first && text[at] == '0' && at + 1 < to && text[at + 1] != '.';
            if (leadingZero) {
                return -1;
            }
            dots += text[at] == '.' ? 1 : 0;
        }
        return dots == 3 ? Ipv4.parse(text, from, to) : -1;
    }

    private static boolean contains(byte[] text, int from, int to, byte wanted) {
        for (int at = from; at < to; at++) {
            if (text[at] == wanted) {
                return true;
            }
        }
        return false;
    }
}
