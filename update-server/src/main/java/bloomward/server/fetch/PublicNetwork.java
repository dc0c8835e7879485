package bloomward.server.fetch;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Addresses on the public network. All others belong to this machine or its neighbours; their answers to this server are not
/// meant for the author of a feed's definition, nor for a publisher who redirects.
///
/// After the IANA's special-purpose registries of both families. Blocks for protocols, tests and documentation are left out
/// as a whole, also where the registry calls a single address in one reachable: no publisher has a server there.
final class PublicNetwork {

    /// The blocks without a server of any publisher.
    private static final List<Block> SPECIAL = blocks("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8",
            "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
            "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
            // IPv6, within the allocated space: protocols with Teredo and ORCHID, and documentation
            "2001::/23", "2001:db8::/32", "3fff::/20");
    /// The allocated space of IPv6.
    private static final Block GIVEN_OUT = Block.of("2000::/3");
    private static final Block SIX_TO_FOUR = Block.of("2002::/16");
    private static final Block TRANSLATED = Block.of("64:ff9b::/96");

    private PublicNetwork() {}

    static boolean isPublic(InetAddress address) {
        return isPublic(address.getAddress());
    }

    private static boolean isPublic(byte[] address) {
        if (TRANSLATED.contains(address)) {
            return isPublic(Arrays.copyOfRange(address, 12, 16));
        }
        if (SIX_TO_FOUR.contains(address)) {
            return isPublic(Arrays.copyOfRange(address, 2, 6));
        }
        boolean isGivenOut = address.length == 4 || GIVEN_OUT.contains(address);
        return isGivenOut && SPECIAL.stream().noneMatch(block -> block.contains(address));
    }

    private static List<Block> blocks(String... blocks) {
        return Stream.of(blocks).map(Block::of).toList();
    }

    /// Addresses that begin with the same bits.
    private record Block(InetAddress first, int bits) {

        static Block of(String text) {
            int slash = text.indexOf('/');
            return new Block(InetAddress.ofLiteral(text.substring(0, slash)),
                    Integer.parseInt(text, slash + 1, text.length(), 10));
        }

        boolean contains(byte[] address) {
            byte[] beginning = first.getAddress();
            int whole = bits / 8;
            return address.length == beginning.length && Arrays.equals(address, 0, whole, beginning, 0, whole)
                    && (bits % 8 == 0 || ((address[whole] ^ beginning[whole]) & 0xff) >> (8 - bits % 8) == 0);
        }
    }
}
