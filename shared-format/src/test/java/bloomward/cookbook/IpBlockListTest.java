package bloomward.cookbook;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.FlatSizing;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// *Is this address blocked?* A firewall asks for every connection, for IPv4 and IPv6, single addresses and networks.
///
/// Kinds: packed and flat, as for URLs. The list changes once a day and is asked a million times a second. Packed (23
/// bits an entry, wrong three times in ten million) is sent and kept; flat (15.7 bits at 0.1 %) answers from one line
/// of memory, and packed looks again at each hit of flat. A network is an entry of its length and its first bits; an
/// address is asked once for each length that occurs.
final class IpBlockListTest {

    private static final KeySpec SPEC = new KeySpec(0, 36, 8);
    private static final KeyHash HASH = SPEC.keyHash();
    private static final int[] IPV4_LENGTHS = {32, 24};
    private static final int[] IPV6_LENGTHS = {128, 64};

    @Test
    void answersForAddressesAndNetworks() throws Exception {
        List<Long> hashes = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            hashes.add(hash(InetAddress.getByAddress(new byte[] {10, (byte) (i >> 8), (byte) i, 99}), 32));
        }
        hashes.add(hash(InetAddress.ofLiteral("192.0.2.0"), 24));
        hashes.add(hash(InetAddress.ofLiteral("2001:db8:0:7::"), 64));

        long[] keys = hashes.stream().mapToLong(SPEC::keyOf).sorted().distinct().toArray();
        PackedFilter packed = PackedFilter.of(SPEC, FlatSizing.blocksFor(SPEC, keys.length, 0.001), keys, keys.length);
        try (Arena arena = Arena.ofConfined()) {
            FlatFilter flat = FlatFilter.of(packed, arena);
            assertThat(isBlocked(flat, packed, "10.0.5.99")).isTrue();
            assertThat(isBlocked(flat, packed, "10.0.5.98")).isFalse();
            assertThat(isBlocked(flat, packed, "192.0.2.200")).as("in a blocked network").isTrue();
            assertThat(isBlocked(flat, packed, "192.0.3.200")).isFalse();
            assertThat(isBlocked(flat, packed, "2001:db8:0:7:1:2:3:4")).as("in a blocked network").isTrue();
            assertThat(isBlocked(flat, packed, "2001:db8:0:8:1:2:3:4")).isFalse();

            long strangers = LongStream.range(0, 100_000)
                    .filter(i -> flat.mightContain(HASH.of("stranger " + i)))
                    .count();
            assertThat(strangers).as("of 100,000, in flat alone").isBetween(60L, 140L);
            long passed = LongStream.range(0, 100_000)
                    .map(i -> HASH.of("stranger " + i))
                    .filter(hash -> flat.mightContain(hash) && packed.mightContain(hash))
                    .count();
            assertThat(passed).as("of 100,000, behind packed").isZero();
            assertThat(flat.sizeInBits() / (double) keys.length).isLessThan(15.8);
            assertThat(packed.sizeInBits() / (double) keys.length).isLessThan(23.5);
            assertThat(packed.currentRate()).isLessThan(3e-7);
        }
    }

    private static boolean isBlocked(FlatFilter flat, PackedFilter packed, String text) {
        InetAddress address = InetAddress.ofLiteral(text);
        int[] lengths = address.getAddress().length == 4 ? IPV4_LENGTHS : IPV6_LENGTHS;
        return Arrays.stream(lengths)
                .mapToLong(length -> hash(address, length))
                .anyMatch(hash -> flat.mightContain(hash) && packed.mightContain(hash));
    }

    /// One byte of length, then the bits of the network: 192.0.2.0/24 is no prefix of any other entry.
    private static long hash(InetAddress address, int lengthInBits) {
        byte[] network = Arrays.copyOf(address.getAddress(), lengthInBits / 8);
        byte[] entry = new byte[1 + network.length];
        entry[0] = (byte) lengthInBits;
        System.arraycopy(network, 0, entry, 1, network.length);
        return HASH.of(entry);
    }
}
