package bloomward.server.feed;

import bloomward.server.feed.syntax.LineSyntax;
import java.nio.charset.StandardCharsets;

/// Tells canonical addresses on the public network from all others. An address that means a different machine in each
/// network, or none, must not be listed.
///
/// Documentation addresses are accepted: they are not in use, and samples need some.
final class PublicAddress {

    private PublicAddress() {}

    /// Whether a canonical host is an address: in brackets, or four numbers. A numeric last label is not enough, as a
    /// host keeps bytes that fit neither a name nor an address.
    static boolean isAddress(byte[] bytes, int from, int to) {
        return bytes[from] == '[' || LineSyntax.isIpv4(new String(bytes, from, to - from, StandardCharsets.US_ASCII));
    }

    static boolean isPublic(byte[] bytes, int from, int to) {
        return bytes[from] == '[' ? isPublicIpv6(bytes, from + 1) : isPublicIpv4(bytes, from, to);
    }

    private static boolean isPublicIpv4(byte[] bytes, int from, int to) {
        String[] parts = new String(bytes, from, to - from, StandardCharsets.US_ASCII).split("\\.");
        int a = Integer.parseInt(parts[0]);
        int b = Integer.parseInt(parts[1]);
        return switch (a) {
            case 0, 10, 127 -> false;
            case 100 -> b < 64 || b > 127;
            case 169 -> b != 254;
            case 172 -> b < 16 || b > 31;
            case 192 -> b != 168;
            default -> a < 224; // above: multicast, reserved, broadcast
        };
    }

    /// By the first sixteen bits; addresses that hold an IPv4 address are written as such in canonical form.
    private static boolean isPublicIpv6(byte[] bytes, int from) {
        int first = 0;
        for (int at = from; bytes[at] != ':'; at++) {
            first = (first << 4) | Character.digit(bytes[at], 16);
        }
        boolean reserved = first < 0x100; // ::, ::1 and similar
        boolean unique = (first & 0xfe00) == 0xfc00;
        boolean link = (first & 0xff80) == 0xfe80; // link local and the former site local
        boolean multicast = first >= 0xff00;
        return !(reserved || unique || link || multicast);
    }
}
