package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.fail;

import bloomward.format.Samples;
import bloomward.format.key.KeySpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FlatFilterProperties {

    @ParameterizedTest
    @ValueSource(ints = {16, 24, 36, 40, 48, 56})
    void missesNoKeyAndIsTheSameHoweverBuilt(int width) throws IOException {
        KeySpec spec = new KeySpec(1, width, 0);
        Random random = new Random(width);
        for (int count : new int[] {0, 1, 2, 63, 64, 65, 10_000, 50_000}) {
            long[] keys = Samples.randomKeys(random, width, count);
            // Around a window of blocks and around the number that the keys need.
            for (long blocks : new long[] {1, 2, 255, 256, 257, 511, 513, 1 + count / 32}) {
                String which = "width " + width + ", " + keys.length + " keys in " + blocks + " blocks";
                PackedFilter packed = Samples.packed(spec, blocks, keys);
                try (Arena arena = Arena.ofConfined()) {
                    FlatFilter flat = FlatFilter.of(packed, arena);
                    for (long key : keys) {
                        if (!flat.mightContain(Samples.hashOf(random, width, key))) {
                            fail(which + ": misses key " + key);
                        }
                    }
                    byte[] inMemory = flat.words().toArray(ValueLayout.JAVA_BYTE);
                    ByteArrayOutputStream streamed = new ByteArrayOutputStream();
                    FlatFilter.write(packed, streamed);
                    assertThat(streamed.toByteArray()).as(which).isEqualTo(inMemory);
                    MemorySegment oneByOne = arena.allocate(blocks * FlatFilter.BLOCK_IN_BYTES);
                    FlatBuilder builder = FlatBuilder.into(spec, oneByOne);
                    for (long key : keys) {
                        builder.add(Samples.hashOf(random, width, key));
                    }
                    assertThat(builder.finish().entries()).isEqualTo(keys.length);
                    assertThat(oneByOne.toArray(ValueLayout.JAVA_BYTE)).as(which).isEqualTo(inMemory);
                }
            }
        }
    }

    /// Within four standard deviations of the promised rate, for strangers and for the filter's own estimate.
    @ParameterizedTest
    @CsvSource({"36, 200000, 0.001", "36, 20000, 0.01", "40, 200000, 0.0001", "24, 3000, 0.001", "48, 100000, 0.1",
        "36, 500, 0.01"})
    void answersWronglyAsOftenAsPromised(int width, int count, double rate) {
        KeySpec spec = new KeySpec(1, width, 0);
        int probes = (int) Math.min(4_000_000, 4000 / rate);
        double wrong = 0;
        double estimate = 0;
        int filters = count < 10_000 ? 50 : 1; // blocks of a small filter are filled too unevenly to tell
        double promised = FlatSizing.rate(spec, count, FlatSizing.blocksFor(spec, count, rate));
        assertThat(promised).isLessThanOrEqualTo(rate);
        for (int i = 0; i < filters; i++) {
            Random random = new Random(width + i);
            PackedFilter packed = Samples.packed(spec, FlatSizing.blocksFor(spec, count, rate),
                    Samples.randomKeys(random, width, count));
            try (Arena arena = Arena.ofConfined()) {
                FlatFilter flat = FlatFilter.of(packed, arena);
                wrong += random.longs(probes / filters).filter(flat::mightContain).count();
                estimate += flat.currentRate();
            }
        }
        double sigma = Math.sqrt(promised * (1 - promised) * probes);
        assertThat(wrong).isCloseTo(promised * probes, within(4 * sigma));
        assertThat(estimate / filters).isCloseTo(promised, within(promised / 20));
    }
}
