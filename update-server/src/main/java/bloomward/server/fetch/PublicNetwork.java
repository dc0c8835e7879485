package bloomward.server.fetch;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;

/// Addresses on the public network. All others belong to this machine or its neighbours; their answers to this server are not
/// meant for the author of a feed's definition, nor for a publisher who redirects.
final class PublicNetwork {

    private PublicNetwork() {}

    static boolean isPublic(InetAddress address) {
        if (address.isAnyLocalAddress() || address.isLoopbackAddress() || address.isLinkLocalAddress()
                || address.isSiteLocalAddress() || address.isMulticastAddress()) {
            return false;
        }
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address ? isPublicIpv4(bytes) : isPublicIpv6(bytes);
    }

    private static boolean isPublicIpv4(byte[] bytes) {
        int first = bytes[0] & 0xff;
        int second = bytes[1] & 0xff;
        return switch (first) {
            case 0 -> false;
            case 100 -> second < 64 || second > 127; // of providers (RFC 6598)
            case 192 -> second != 0 || bytes[2] != 0; // of protocols (RFC 6890)
            case 198 -> second != 18 && second != 19; // of test beds (RFC 2544)
            default -> first < 240;
        };
    }

    private static boolean isPublicIpv6(byte[] bytes) {
        if ((bytes[0] & 0xfe) == 0xfc) {
            return false; // unique local (RFC 4193)
        }
        int front = ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
        boolean isTeredo = front == 0x2001 && bytes[2] == 0 && bytes[3] == 0;
        if (front == 0 || isTeredo) {
            return false; // unspecified, loopback, and old ways to write an IPv4 address
        }
        if (front == 0x2002) {
            return holdsPublicIpv4(bytes, 2); // 6to4
        }
        boolean isTranslated = front == 0x64 && (bytes[2] & 0xff) == 0xff && (bytes[3] & 0xff) == 0x9b;
        return !isTranslated || holdsPublicIpv4(bytes, 12); // NAT64
    }

    private static boolean holdsPublicIpv4(byte[] bytes, int at) {
        try {
            return isPublic(InetAddress.getByAddress(Arrays.copyOfRange(bytes, at, at + 4)));
        } catch (IOException e) {
            throw new AssertionError("four bytes are an address", e);
        }
    }
}
