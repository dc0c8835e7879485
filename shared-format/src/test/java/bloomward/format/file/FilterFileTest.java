package bloomward.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import bloomward.format.FormatErrors;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.Mutations;
import bloomward.format.Samples;
import bloomward.format.filter.Filter;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FilterFileTest {

    private static final KeySpec SPEC = new KeySpec(3, 36, 99);
    private static final long[] KEYS = Samples.randomKeys(new Random(1), 36, 1000);
    private static final byte[] PACKED = Samples.packedFile(SPEC, 40, KEYS);
    private static final byte[] FLAT = Samples.flatFile(SPEC, 40, KEYS);

    @TempDir
    private Path folder;

    @Test
    void opensAPackedFile() throws Exception {
        try (FilterFile file = FilterFile.open(Files.write(folder.resolve("f"), PACKED))) {
            PackedFilter packed = file.packed();
            assertThat(packed.spec()).isEqualTo(SPEC);
            assertThat(packed.flatBlocks()).isEqualTo(40);
            assertThat(Samples.all(packed.keys())).isEqualTo(KEYS);
            assertThat(file.filter()).isSameAs(packed);
            assertThat(file.hash().canonical()).isEqualTo(3);
            assertThat(file.hash().seed()).isEqualTo(99);
        }
    }

    @Test
    void opensAFlatFileOfTheSameKeys() throws Exception {
        try (FilterFile file = FilterFile.open(Files.write(folder.resolve("f"), FLAT));
                Arena arena = Arena.ofConfined()) {
            FlatFilter flat = (FlatFilter) file.filter();
            assertThat(flat.spec()).isEqualTo(SPEC);
            assertThat(flat.entries()).isEqualTo(1000);
            assertThat(flat.blocks()).isEqualTo(40);
            assertThat(file.hash().canonical()).isEqualTo(3);
            assertThat(file.hash().seed()).isEqualTo(99);
            assertThat(flat.words().address() % FlatFilter.BLOCK_IN_BYTES).as("on cache lines").isZero();
            assertThat(flat.words().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(
                    FlatFilter.of(Samples.packed(SPEC, 40, KEYS), arena).words().toArray(ValueLayout.JAVA_BYTE));
        }
    }

    @Test
    void givesNoPackedFilterOutOfAFlatFile() throws Exception {
        FilterFile file = Samples.open(FLAT);
        assertThat(FormatErrors.of(file::packed)).hasMessageContaining("found a flat one")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.OTHER_TYPE));
    }

    @Test
    void takesADeltaForNoFilter() throws Exception {
        byte[] delta = Samples.deltaFile(PACKED, PACKED);
        assertThat(FormatErrors.of(() -> Samples.open(delta))).hasMessageContaining("this is a delta")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.OTHER_TYPE));
    }

    @Test
    void isGoneAfterClosing() throws Exception {
        FilterFile file = FilterFile.open(Files.write(folder.resolve("f"), FLAT));
        Filter filter = file.filter();
        file.close();
        file.close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> filter.mightContain(1));
    }

    @Test
    void refusesAnEmptyFileAndAFolderAndNoFile() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty"));
        assertThat(FormatErrors.of(() -> FilterFile.open(empty)).reason()).isEqualTo(Reason.TRUNCATED);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> FilterFile.open(folder));
        assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> FilterFile.open(folder.resolve("none")));
    }

    @Test
    void keepsNoFileOpenThatItRefused() throws IOException {
        Path file = Files.write(folder.resolve("f"), new byte[1 << 20]);
        for (int i = 0; i < 20; i++) {
            FormatErrors.of(() -> FilterFile.open(file));
        }
        try (var mappings = Files.lines(Path.of("/proc/self/maps"))) {
            assertThat(mappings.filter(line -> line.contains(folder.toString()))).isEmpty();
        } catch (NoSuchFileException e) {
            // no Linux: nothing to look at
        }
    }

    @ParameterizedTest
    @CsvSource({"26, 1, 0, TOO_NEW, hash number 0", "26, 1, 2, TOO_NEW, hash number 2",
        "26, 1, 255, TOO_NEW, hash number 255", "27, 1, 0, MALFORMED, key width 0",
        "27, 1, 15, MALFORMED, key width 15", "27, 1, 57, MALFORMED, key width 57",
        "27, 1, 255, MALFORMED, key width 255", "28, 4, 1, MALFORMED, header at 28",
        "28, 4, 16777216, MALFORMED, header at 31", "40, 8, -1, MALFORMED, -1 keys",
        "40, 8, 9223372036854775807, MALFORMED, header at 40", "40, 8, 68719476737, MALFORMED, 68719476737 keys",
        "48, 8, 0, MALFORMED, 0 blocks", "48, 8, -1, MALFORMED, -1 blocks",
        "48, 8, 1099511627777, MALFORMED, 1099511627777 blocks", "48, 8, 9223372036854775807, MALFORMED, blocks",
        "48, 8, 288230376151711745, MALFORMED, blocks", "56, 4, 1, MALFORMED, header at 56"})
    void refusesFieldsThatCannotBeInEitherForm(int at, int size, long value, Reason reason, String why) {
        refuses(Mutations.withField(PACKED, at, size, value), reason, why);
        refuses(Mutations.withField(FLAT, at, size, value), reason, why);
    }

    @ParameterizedTest
    @CsvSource({"40, 8, 999", "40, 8, 1001", "40, 8, 0", "40, 8, 68719476736", "40, 8, 100000", "27, 1, 35",
        "27, 1, 56", "27, 1, 16"})
    void refusesFieldsThatThePackedKeysDoNotBear(int at, int size, long value) {
        refuses(Mutations.withField(PACKED, at, size, value), Reason.MALFORMED, "");
    }

    @ParameterizedTest
    @CsvSource({"39", "41", "1", "1099511627776", "288230376151711744"})
    void refusesAnotherNumberOfFlatBlocksThanThereAre(long blocks) {
        refuses(Mutations.withField(FLAT, 48, 8, blocks), Reason.MALFORMED, "blocks");
    }

    @Test
    void refusesAFlatFileWithoutBlocks() {
        refuses(Mutations.withBody(FLAT, new byte[0]), Reason.MALFORMED, "40 blocks");
        refuses(Mutations.withBody(FLAT, new byte[40 * 64 - 1]), Reason.MALFORMED, "40 blocks");
    }

    @Test
    void refusesAnyByteInTheRestOfThePage() {
        for (int at = 56; at < 4092; at += 17) {
            refuses(Mutations.withField(FLAT, at, 1, 1), Reason.MALFORMED, "header at " + at);
        }
        refuses(Mutations.withField(FLAT, 4091, 1, 0x80), Reason.MALFORMED, "header at 4091");
    }

    /// A header can promise a gigabyte of flat form to a list of few: opening does not ask for it.
    @Test
    void takesTheLargestFlatFormAsANumberOnly() throws FormatException {
        long most = FlatFilter.maxBlocks(Samples.open(PACKED).packed().entries());
        byte[] file = Mutations.withField(PACKED, 48, 8, most);
        assertThat(Samples.open(file).packed().flatBlocks()).isEqualTo(most);
        refuses(Mutations.withField(PACKED, 48, 8, most + 1), Reason.MALFORMED, "header at 48");
        Mutations.requireFrugal(Mutations.allowedFor(file), () -> {
            try {
                Samples.open(file);
            } catch (FormatException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static void refuses(byte[] file, Reason reason, String why) {
        assertThat(FormatErrors.of(() -> Samples.open(file))).hasMessageContaining(why)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
    }
}
