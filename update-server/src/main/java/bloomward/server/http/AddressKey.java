package bloomward.server.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/// The unit that limits count: an IPv4 address, or the /64 network of an IPv6 address, which is one customer.
public record AddressKey(long network, boolean ipv6) {

    /// /24 for IPv4 and /48 for IPv6: the larger blocks usually given to one customer.
    private static final long WIDER_IPV4 = ~0xffL;
    private static final long WIDER_IPV6 = ~0xffffL;

    private static final AddressKey UNKNOWN = new AddressKey(0, false);

    public static AddressKey of(SocketAddress address) {
        return address instanceof InetSocketAddress socket && !socket.isUnresolved()
                ? of(socket.getAddress())
                : UNKNOWN;
    }

    public static AddressKey of(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean ipv6 = bytes.length == 16;
        long network = 0;
        for (int i = 0; i < (ipv6 ? 8 : bytes.length); i++) {
            network = (network << 8) | (bytes[i] & 0xff);
        }
        return new AddressKey(network, ipv6);
    }

    /// The network around it.
    public AddressKey wider() {
        return new AddressKey(network & (ipv6 ? WIDER_IPV6 : WIDER_IPV4), ipv6);
    }
}
