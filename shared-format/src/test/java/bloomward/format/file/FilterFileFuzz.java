package bloomward.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatException;
import bloomward.format.FuzzLoop;
import bloomward.format.Mutations;
import bloomward.format.Samples;
import bloomward.format.filter.Filter;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeySpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Packed and flat files by a sender who computes checksums: refused as a FormatException, or a filter that answers.
final class FilterFileFuzz {

    private static final byte[][] SEEDS = {Samples.packedFile(Samples.SPEC, 1), Samples.packedFile(Samples.SPEC, 1, 77),
        packed(16, 200), packed(36, 60), packed(36, 1000), packed(56, 300),
        Samples.flatFile(Samples.SPEC, 5, Samples.randomKeys(new Random(4), 36, 100))};

    @Test
    void survivesHostileFiles() {
        FuzzLoop.run(30_000, FilterFileFuzz::openOne);
    }

    private static void openOne(Random random) throws IOException {
        byte[] file = Mutations.hostile(random, SEEDS[random.nextInt(SEEDS.length)], Envelope.FIRST_FIELD,
                ListFields.END);
        FilterFile[] opened = new FilterFile[1];
        Mutations.requireFrugal(Mutations.allowedFor(file), () -> {
            try {
                opened[0] = Samples.open(file);
            } catch (FormatException e) {
                // as it should be
            }
        });
        if (opened[0] != null) {
            use(opened[0], random);
        }
    }

    private static void use(FilterFile file, Random random) throws IOException {
        Filter filter = file.filter();
        filter.mightContain(0);
        filter.mightContain(-1);
        random.longs(50).forEach(filter::mightContain);
        assertThat(filter.currentRate()).isBetween(0.0, 1.0);
        if (filter instanceof PackedFilter packed) {
            for (long key : Samples.all(packed.keys())) {
                assertThat(packed.mightContain(Samples.hashOf(random, packed.spec().width(), key))).isTrue();
            }
            ByteArrayOutputStream again = new ByteArrayOutputStream();
            packed.writeCoded(again);
            assertThat(again.toByteArray()).as("one form only")
                    .isEqualTo(file.envelope().body().toArray(ValueLayout.JAVA_BYTE));
        }
    }

    private static byte[] packed(int width, int count) {
        return Samples.packedFile(new KeySpec(1, width, 0), 3, Samples.randomKeys(new Random(count), width, count));
    }
}
