package bloomward.cookbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.filter.ClassicFilter;
import bloomward.format.key.KeyHash;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// *Which payments of this block concern me?* A light wallet tells a node a filter of its addresses, not the addresses.
///
/// Kind: classic, 9.6 bits an address at 1 %. Two wallets of one owner are united bit by bit into one filter, if both
/// were made with the same capacity and rate; it holds the entries of both and must be large enough for both. The false
/// positives are wanted here: among them the node cannot tell which addresses are meant. They hide little all the same:
/// a node that sees many blocks narrows it down.
final class WalletAddressesTest {

    private static final KeyHash HASH = KeyHash.seeded(10);
    private static final int CAPACITY = 1_000; // of both wallets together
    private static final double RATE = 0.01;

    @Test
    void oneFilterForTwoWallets() {
        List<String> savings = IntStream.range(0, 300).mapToObj(i -> "savings-address-" + i).toList();
        List<String> daily = IntStream.range(0, 700).mapToObj(i -> "daily-address-" + i).toList();
        ClassicFilter filter = filterOf(savings);
        filter.addAll(filterOf(daily));

        assertThat(savings).allMatch(address -> filter.mightContain(HASH.of(address)));
        assertThat(daily).allMatch(address -> filter.mightContain(HASH.of(address)));
        assertThat(filter.estimatedCount()).isBetween(970L, 1_030L);
        assertThat(filter.isNearCapacity()).as("a third wallet needs a larger one").isTrue();

        long sentForNothing = IntStream.range(0, 50_000)
                .filter(i -> filter.mightContain(HASH.of("other-address-" + i)))
                .count();
        assertThat(sentForNothing).as("of 50,000 payments of others").isBetween(350L, 650L);
    }

    @Test
    void filtersOfDifferentShapesCannotBeUnited() {
        ClassicFilter filter = filterOf(List.of("savings-address-1"));
        assertThatIllegalArgumentException().isThrownBy(() -> filter.addAll(ClassicFilter.of(CAPACITY * 2, RATE)));
    }

    private static ClassicFilter filterOf(List<String> addresses) {
        ClassicFilter filter = ClassicFilter.of(CAPACITY, RATE);
        addresses.forEach(address -> filter.add(HASH.of(address)));
        return filter;
    }
}
