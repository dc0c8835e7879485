package bloomward.server.compile;

import static bloomward.server.compile.SampleEntries.MALWARE;
import static bloomward.server.compile.SampleEntries.PHISHING;
import static bloomward.server.compile.SampleEntries.RATE;
import static bloomward.server.compile.SampleEntries.SPEC;
import static bloomward.server.compile.SampleEntries.compile;
import static bloomward.server.compile.SampleEntries.reference;
import static bloomward.server.compile.SampleEntries.samples;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import bloomward.server.compile.SampleEntries.Bytes;
import bloomward.server.compile.SampleEntries.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ListCompilerTest {

    private static final CompileLimits ALL_SPILLED = new CompileLimits(3, 0, 0);
    private static final CompileLimits SOME_SPILLED = new CompileLimits(2, 50_000, 200_000);
    private static final CompileLimits ONE_THREAD = new CompileLimits(1, 1 << 30, 1 << 30);

    @TempDir
    Path folder;

    private void assertSame(Compiled compiled, ConfirmFiles confirm, Bytes expected) throws IOException {
        assertThat(compiled.root()).hasToString(expected.root());
        assertThat(compiled.packed().path()).hasBinaryContent(expected.packed());
        assertThat(compiled.flat().path()).hasBinaryContent(expected.flat());
        assertThat(confirm.roots()).contains(compiled.root());
    }

    /// 20,000 entries are in 256 buckets, 700 in 8, 40,000 in 512: as many as partitions, fewer, more.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 63, 64, 700, 20_000, 40_000})
    void makesWhatTheFormatMakesOfEntriesInMemory(int count) throws Exception {
        List<Sample> samples = samples(0, count);
        ConfirmFiles confirm = ConfirmFiles.open(folder.resolve("confirm"));
        Compiled compiled = compile(folder, confirm, ONE_THREAD, samples);
        Bytes expected = reference(folder, samples);
        assertSame(compiled, confirm, expected);
        assertThat(folder.resolve("confirm/1.leaves")).hasBinaryContent(expected.leaves());
        assertThat(compiled.entries()).isEqualTo(count);
        assertThat(compiled.expressions()).isEqualTo(count);
        assertThat(compiled.records()).isEqualTo(samples.stream().distinct().count());
        assertThat(compiled.flatBlocks() * 64 + 4096 + 4).isEqualTo(compiled.flat().sizeInBytes());
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(expected.packed());
        assertThat(compiled.packed().digest().toHex()).isEqualTo(HexFormat.of().formatHex(digest));
        assertThat(compiled.packed().sizeInBytes()).isEqualTo(expected.packed().length);
    }

    @Test
    void neitherOrderNorRepetitionNorMemoryNorThreadsChangeTheBytes() throws Exception {
        List<Sample> samples = new ArrayList<>(samples(0, 30_000));
        Bytes expected = reference(folder, samples);
        samples.addAll(samples(100, 5_000));
        int run = 0;
        for (CompileLimits limits : List.of(ALL_SPILLED, SOME_SPILLED, ONE_THREAD)) {
            Collections.shuffle(samples, new Random(run));
            Path place = Files.createDirectories(folder.resolve("run" + run++));
            ConfirmFiles confirm = ConfirmFiles.open(place.resolve("confirm"));
            Compiled compiled = compile(place, confirm, limits, samples);
            assertSame(compiled, confirm, expected);
            assertThat(place.resolve("confirm/1.leaves")).hasBinaryContent(expected.leaves());
            assertThat(place.resolve("scratch")).isEmptyDirectory();
        }
    }

    /// One expression a thousand times, in eleven categories, the names of which are not in the order of their numbers.
    @Test
    void sortsTheCategoriesOfAnExpressionByName() throws Exception {
        List<Sample> samples = new ArrayList<>();
        for (int i = 1000; i > 0; i--) {
            samples.add(new Sample("evil.test/", new Category("c" + (char) ('a' + i % 11))));
        }
        samples.add(new Sample("other.test/", PHISHING));
        ConfirmFiles confirm = ConfirmFiles.open(folder.resolve("confirm"));
        Compiled compiled = compile(folder, confirm, ALL_SPILLED, samples);
        assertSame(compiled, confirm, reference(folder, samples));
        assertThat(compiled.expressions()).isEqualTo(2);
        assertThat(compiled.records()).isEqualTo(12);
    }

    @Test
    void takesExpressionsLongerThanABatch() throws Exception {
        List<Sample> samples = new ArrayList<>();
        for (int length : new int[] {1, 60_000, 5, 65_000, 65_000, 65_000, 65_000, 7}) {
            samples.add(new Sample("x".repeat(length) + "/" + samples.size(), MALWARE));
        }
        ConfirmFiles confirm = ConfirmFiles.open(folder.resolve("confirm"));
        assertSame(compile(folder, confirm, ONE_THREAD, samples), confirm, reference(folder, samples));
        try (ListCompiler compiler = new ListCompiler(SPEC, RATE, folder)) {
            byte[] huge = new byte[1_000_000];
            compiler.add(huge, 0, huge.length, MALWARE);
            compiler.add(huge, 0, 10, MALWARE);
            assertThat(compiler.finish(folder.resolve("p"), folder.resolve("f"), confirm).entries()).isEqualTo(2);
        }
    }

    @Test
    void saysWhenKeysAreTooShort() throws IOException {
        ConfirmFiles confirm = ConfirmFiles.open(folder.resolve("confirm"));
        try (ListCompiler compiler = new ListCompiler(new KeySpec(1, 16, 1), RATE, folder)) {
            for (Sample sample : samples(0, 1000)) {
                compiler.add(sample.bytes(), 0, sample.bytes().length, sample.category());
            }
            assertThatExceptionOfType(CompileException.class)
                    .isThrownBy(() -> compiler.finish(folder.resolve("packed"), folder.resolve("flat"), confirm))
                    .withMessageContaining("too many for keys of 16 bits");
        } catch (CompileException e) {
            throw new AssertionError(e);
        }
        assertThat(folder.resolve("packed")).doesNotExist();
        assertThat(confirm.roots()).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> new ListCompiler(SPEC, 0, folder));
    }

    @Test
    void leavesNothingInTheScratchFolderWhenItIsGivenUp() throws Exception {
        Path scratch = Files.createDirectory(folder.resolve("scratch"));
        try (ListCompiler compiler = new ListCompiler(SPEC, RATE, scratch, ALL_SPILLED)) {
            for (Sample sample : samples(0, 200_000)) {
                compiler.add(sample.bytes(), 0, sample.bytes().length, sample.category());
            }
        }
        assertThat(scratch).isEmptyDirectory();
    }

    /// A scratch folder that cannot be written is an error of the adding thread, which would otherwise never return.
    @Test
    void saysWhenThereIsNoRoomForWhatMemoryDoesNotHold() {
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> {
            try (ListCompiler compiler = new ListCompiler(SPEC, RATE, folder.resolve("missing"), ALL_SPILLED)) {
                for (Sample sample : samples(0, 1_000_000)) {
                    compiler.add(sample.bytes(), 0, sample.bytes().length, sample.category());
                }
            }
        }).withMessageContaining("missing");
    }

    @Test
    void leavesNoHalfFileWhereTheFolderIsMissing() throws Exception {
        ConfirmFiles confirm = ConfirmFiles.open(folder.resolve("confirm"));
        try (ListCompiler compiler = new ListCompiler(SPEC, RATE, folder)) {
            compiler.add("evil.test/".getBytes(US_ASCII), 0, 10, MALWARE);
            assertThatExceptionOfType(IOException.class).isThrownBy(
                    () -> compiler.finish(folder.resolve("packed"), folder.resolve("missing/flat"), confirm));
        }
        assertThat(confirm.roots()).isEmpty();
        try (Stream<Path> files = Files.list(folder.resolve("confirm"))) {
            assertThat(files).isEmpty();
        }
        assertThat(confirm.begin(new BucketBits(0))).as("writable again").satisfies(ConfirmWriter::close);
    }
}
