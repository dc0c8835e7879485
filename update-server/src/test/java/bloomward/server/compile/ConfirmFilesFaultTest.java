package bloomward.server.compile;

import static bloomward.server.compile.SampleEntries.samples;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Confirm files after crashes, and after changes on the disk.
final class ConfirmFilesFaultTest extends ConfirmFolder {

    private void overwrite(Path file, long position, byte[] bytes) throws IOException {
        byte[] all = Files.readAllBytes(file);
        System.arraycopy(bytes, 0, all, (int) position, bytes.length);
        Files.write(file, all);
    }

    /// Killed before its index stood, a version has left leaves and perhaps half an index under another name.
    @Test
    void whatACrashLeavesIsInNobodysWay() throws Exception {
        Compiled first = compile(SAMPLES);
        Files.write(leaves.resolve("1.leaves"), new byte[777], StandardOpenOption.APPEND);
        Files.write(leaves.resolve("2.leaves"), new byte[99]);
        Files.write(leaves.resolve(".unfinished-" + first.root() + ".index-1"), new byte[40]);
        files = ConfirmFiles.open(leaves, 0);
        Compiled second = compile(changed(0, 1));
        assertAnswers(first, SAMPLES);
        assertAnswers(second, changed(0, 1));
        files.collect(List.of(first.root(), second.root()));
        assertThat(names()).containsExactlyInAnyOrder("1.leaves", first.root() + ".index", second.root() + ".index");
    }

    @Test
    void aVersionGivenUpTakesItsLeavesBack() throws Exception {
        Compiled first = compile(SAMPLES);
        long size = Files.size(leaves.resolve("1.leaves"));
        LeafRange other = LeafRange.of(first.bits(), 0, 16, new byte[0], List.of());
        try (ConfirmWriter writer = files.begin(first.bits())) {
            writer.add(other);
            assertThat(leaves.resolve("1.leaves")).hasSize(size + 16 * 8);
        }
        assertThat(leaves.resolve("1.leaves")).hasSize(size);
        assertAnswers(first, SAMPLES);
        assertAnswers(compile(changed(1, 1)), changed(1, 1));
    }

    /// Each byte of a leaf is looked at before it is sent; the next version then shares none of the leaves.
    @Test
    void noticesAChangedLeafAndHealsWithTheNextVersion() throws Exception {
        Compiled first = compile(SAMPLES);
        overwrite(leaves.resolve("1.leaves"), 100, new byte[] {1, 2, 3});
        files = ConfirmFiles.open(leaves, 0);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> files.answer(first.root(), 0))
                .withMessageContaining("1.leaves is damaged at 0: leaf of bucket 0");
        assertThat(files.answer(first.root(), 1)).isPresent();
        assertAnswers(compile(SAMPLES), SAMPLES);
        assertThat(names()).contains("2.leaves");
        Compiled second = compile(changed(0, 1));
        assertAnswers(second, changed(0, 1));
        assertThat(names()).doesNotContain("3.leaves");
    }

    /// The version written anew was the base of another one, which still has its leaves where they were.
    @Test
    void healingABaseHarmsNoVersionThatDependsOnIt() throws Exception {
        Compiled first = compile(SAMPLES);
        Compiled second = compile(changed(0, 1));
        overwrite(leaves.resolve("1.leaves"), 100, new byte[] {1, 2, 3});
        files = ConfirmFiles.open(leaves, 0);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> files.answer(second.root(), 0));
        assertThat(compile(SAMPLES).root()).isEqualTo(first.root());
        files = ConfirmFiles.open(leaves, 0);
        assertAnswers(first, SAMPLES);
        for (int bucket = 1; bucket < 16; bucket++) {
            ask(second, bucket);
        }
    }

    @Test
    void noticesACutSegmentWhetherMappedOrNot() throws Exception {
        Compiled first = compile(SAMPLES);
        assertThat(files.answer(first.root(), 15)).isPresent();
        byte[] all = Files.readAllBytes(leaves.resolve("1.leaves"));
        Files.write(leaves.resolve("1.leaves"), new byte[] {all[0]});
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> files.answer(first.root(), 15));
        files = ConfirmFiles.open(leaves, 0);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> files.answer(first.root(), 0))
                .withMessageContaining("has 1 bytes");
        Files.delete(leaves.resolve("1.leaves"));
        files = ConfirmFiles.open(leaves, 0);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> files.answer(first.root(), 0));
        assertAnswers(compile(SAMPLES), SAMPLES);
    }

    @Test
    void refusesEveryIndexThatWasChangedCutOrLengthened() throws Exception {
        compile(SAMPLES);
        Compiled version = compile(changed(0, 1));
        Path path = ConfirmIndex.path(leaves, version.root());
        byte[] index = Files.readAllBytes(path);
        for (int at = 0; at < index.length; at++) {
            byte[] flipped = index.clone();
            flipped[at] ^= (byte) (1 << at % 8);
            Files.write(path, flipped);
            assertThatExceptionOfType(IOException.class).as("byte %d", at)
                    .isThrownBy(() -> ConfirmIndex.read(leaves, version.root()))
                    .withMessageContaining("is damaged");
            Files.write(path, Arrays.copyOf(index, at));
            assertThatExceptionOfType(IOException.class).as("cut at %d", at)
                    .isThrownBy(() -> ConfirmIndex.read(leaves, version.root()))
                    .withMessageContaining("is damaged");
        }
        Files.write(path, Arrays.copyOf(index, index.length + 1));
        files = ConfirmFiles.open(leaves, 0);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> files.answer(version.root(), 0))
                .withMessageContaining("is damaged");
        assertAnswers(compile(changed(0, 1)), changed(0, 1));
    }

    /// The leaves of an index that cannot be read are not known, so none are deleted.
    @Test
    void collectsNoLeavesWhileAnIndexIsDamaged() throws Exception {
        Compiled first = compile(SAMPLES);
        Compiled second = compile(samples(0, 5_000));
        Path path = ConfirmIndex.path(leaves, first.root());
        byte[] index = Files.readAllBytes(path);
        Files.write(path, new byte[96]);
        files.collect(List.of(first.root(), second.root()));
        assertThat(names()).contains("1.leaves", "2.leaves");
        Files.write(path, index);
        files = ConfirmFiles.open(leaves, 0);
        assertAnswers(first, SAMPLES);
    }
}
