package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.file.FilterFile;
import bloomward.format.key.HashSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// Filters of more than 2^32 bits: half a gigabyte of memory each.
@Tag("long")
final class LargeFilterTest {

    private static final long SEED = 44;
    private static final int MEMBERS = 500_000;

    @TempDir
    Path folder;

    /// If an index wrapped at 2^31 or 2^32 bits, the upper part would stay empty and the lower be fuller.
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = {"PACKED", "FLAT"})
    void usesAllOfItsBitsEvenly(FilterKind kind) throws IOException {
        long bitsPerEntry = FilterShape.of(kind, 1_000_000, 0.01, 0).sizeInBits() / 1_000_000;
        MutableFilter filter = MutableFilters.of(kind, 4_800_000_000L / bitsPerEntry, 0.01);
        assertThat(filter.sizeInBits()).isGreaterThan(1L << 32);
        new SplittableRandom(SEED).longs(MEMBERS).forEach(filter::add);
        assertThat(new SplittableRandom(SEED).longs(MEMBERS).filter(filter::mightContain).count()).as("seed %d", SEED)
                .isEqualTo(MEMBERS);
        assertThat(new SplittableRandom(~SEED).longs(MEMBERS).filter(filter::mightContain).count()).as("seed %d", SEED)
                .isLessThan(10);
        assertThat((double) filter.estimatedCount()).isBetween(MEMBERS * 0.999, MEMBERS * 1.001);

        OnesInParts ones = new OnesInParts(MutableFilters.shapeOf(filter).sizeInWords() * 8);
        MutableFilters.writeWords(filter, ones);
        double mean = Arrays.stream(ones.inPart).average().orElseThrow();
        assertThat(Arrays.stream(ones.inPart)).as("seed %d", SEED)
                .allSatisfy(count -> assertThat((double) count).isBetween(mean * 0.98, mean * 1.02));
    }

    /// Counts the bits that are set in each sixteenth of what is written.
    private static final class OnesInParts extends OutputStream {

        private final long[] inPart = new long[16];
        private final long length;
        private long at;

        OnesInParts(long length) {
            this.length = length;
        }

        @Override
        public void write(int b) {
            inPart[(int) (at * inPart.length / length)] += Integer.bitCount(b & 0xff);
            at++;
        }

        @Override
        public void write(byte[] bytes, int offset, int count) {
            for (int i = offset; i < offset + count; i++) {
                write(bytes[i]);
            }
        }
    }

    @Test
    void aLargeFilterIsSavedAndLoaded() throws Exception {
        Path file = folder.resolve("large");
        long length;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ClassicFilter filter = ClassicFilter.of(450_000_000, 0.01);
            new SplittableRandom(SEED).longs(MEMBERS).forEach(filter::add);
            length = FilterFile.writeLibrary(channel, new HashSpec(0, SEED), filter).sizeInBytes();
        }
        assertThat(length).isEqualTo(128 + (4_313_276_270L + 63) / 64 * 8 + 4).isGreaterThan(1L << 29);
        try (FilterFile opened = FilterFile.open(file)) {
            Filter loaded = opened.filter();
            assertThat(new SplittableRandom(SEED).longs(MEMBERS).filter(loaded::mightContain).count())
                    .as("seed %d", SEED)
                    .isEqualTo(MEMBERS);
        }
    }
}
