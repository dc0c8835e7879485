package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.Samples;
import bloomward.format.key.KeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class HashCollectorTest {

    private static final KeySpec SPEC = new KeySpec(1, 36, 0);

    @Test
    void givesEachHashOnceInUnsignedOrder() {
        HashCollector collector = new HashCollector();
        for (long hash : new long[] {-1, 5, Long.MIN_VALUE, 5, 0, -1, Long.MAX_VALUE, 0}) {
            collector.add(hash);
        }
        List<Long> given = new ArrayList<>();
        collector.forEach(given::add);
        assertThat(given).containsExactly(0L, 5L, Long.MAX_VALUE, Long.MIN_VALUE, -1L);
        collector.add(7);
        collector.add(5);
        assertThat(collector.distinct()).isEqualTo(6);
    }

    @Test
    void packsTheKeysOfWhatItHolds() {
        Random random = new Random(3);
        HashCollector collector = new HashCollector();
        TreeSet<Long> keys = new TreeSet<>();
        for (int i = 0; i < 20_000; i++) {
            // Every fourth shares its key with the one before, every eighth is the one before.
            long hash = i % 8 == 7
                    ? keys.first() << 28
                    : i % 4 == 3 ? keys.last() << 28 | random.nextInt(1 << 28) : random.nextLong();
            collector.add(hash);
            keys.add(SPEC.keyOf(hash));
        }
        PackedFilter packed = collector.pack(SPEC, 0.01);
        assertThat(Samples.all(packed.keys())).containsExactly(keys.stream().mapToLong(key -> key).toArray());
        assertThat(packed.flatBlocks()).isEqualTo(FlatSizing.blocksFor(SPEC, keys.size(), 0.01));
    }

    @Test
    void packsNothingToAnEmptyFilter() {
        assertThat(new HashCollector().pack(SPEC, 0.01).entries()).isZero();
        assertThatIllegalArgumentException().isThrownBy(() -> new HashCollector().pack(SPEC, 0));
    }
}
