package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import bloomward.format.Samples;
import bloomward.format.key.KeySpec;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A packed filter is a set of keys: it gives no wrong answer of either kind.
final class PackedFilterProperties {

    @ParameterizedTest
    @ValueSource(ints = {16, 24, 36, 40, 48, 56})
    void isExactlyTheSetOfItsKeys(int width) {
        Random random = new Random(width);
        for (int count : new int[] {0, 1, 2, 63, 64, 65, 127, 128, 129, 10_000}) {
            isExactly(width, random, Samples.randomKeys(random, width, count));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 24, 36, 40, 48, 56})
    void isExactlyTheSetOfManyKeys(int width) {
        Random random = new Random(-width);
        isExactly(width, random, Samples.randomKeys(random, width, 300_000));
    }

    /// Most points of the index then stand behind the same key, or before it.
    @ParameterizedTest
    @ValueSource(ints = {16, 24, 36, 40, 48, 56})
    void isExactWhereKeysAreCrowdedAtTheEnds(int width) {
        Random random = new Random(100 + width);
        long last = (1L << width) - 1;
        for (int crowd : new int[] {1, 63, 64, 65, 128, 129, 2000}) {
            isExactly(width, random, LongStream.range(0, crowd).toArray());
            isExactly(width, random, LongStream.rangeClosed(last - crowd + 1, last).toArray());
            isExactly(width, random,
                    LongStream.concat(LongStream.range(0, crowd), LongStream.rangeClosed(last - crowd + 1, last))
                            .toArray());
            isExactly(width, random, LongStream.range(0, crowd).map(i -> i * 3).toArray());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64, 65_535, 65_536})
    void isExactWithAllKeysThatThereAre(int count) {
        isExactly(16, new Random(count), LongStream.range(0, count).toArray());
    }

    private static void isExactly(int width, Random random, long[] keys) {
        KeySpec spec = new KeySpec(1, width, 0);
        PackedFilter filter = Samples.packed(spec, 1, keys);
        String which = "width " + width + ", " + keys.length + " keys";
        assertThat(Samples.all(filter.keys())).as(which).isEqualTo(keys);
        assertThat(filter.entries()).as(which).isEqualTo(keys.length);
        long last = (1L << width) - 1;
        for (long key : new long[] {0, 1, last - 1, last}) {
            answers(filter, random, key, Arrays.binarySearch(keys, key) >= 0, which);
        }
        for (int i = 0; i < keys.length; i++) {
            long key = keys[i];
            answers(filter, random, key, true, which);
            if (key > 0) {
                answers(filter, random, key - 1, i > 0 && keys[i - 1] == key - 1, which);
            }
            if (key < last) {
                answers(filter, random, key + 1, i + 1 < keys.length && keys[i + 1] == key + 1, which);
            }
        }
        random.longs(2000)
                .map(hash -> hash >>> (64 - width))
                .forEach(key -> answers(filter, random, key, Arrays.binarySearch(keys, key) >= 0, which));
    }

    private static void answers(PackedFilter filter, Random random, long key, boolean isMember, String which) {
        if (filter.mightContain(Samples.hashOf(random, filter.spec().width(), key)) != isMember) {
            fail(which + ": says of key " + key + " that it is " + (isMember ? "no" : "a") + " member");
        }
    }
}
