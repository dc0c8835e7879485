package bloomward.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.filter.FlatBuilder;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FlatFileWithoutPackedTest {

    @Test
    void isTheSameFileAsFromPackedKeys(@TempDir Path folder) throws IOException {
        KeySpec spec = new KeySpec(1, 40, 3);
        long[] hashes = new SplittableRandom(5).longs(20_000).toArray();
        long[] keys = Arrays.stream(hashes).map(spec::keyOf).sorted().toArray();
        int blocks = 1001;
        FlatBuilder builder = FlatBuilder.into(spec,
                MemorySegment.ofArray(new long[blocks * FlatFilter.BLOCK_IN_BYTES / 8]));
        Arrays.stream(hashes).forEach(builder::add);
        Path built = folder.resolve("built.flat");
        Path derived = folder.resolve("derived.flat");
        try (FileChannel out = newFile(built)) {
            FilterFile.writeFlat(out, builder.finish());
        }
        try (FileChannel out = newFile(derived)) {
            FilterFile.writeFlat(out, PackedFilter.of(spec, blocks, keys, keys.length));
        }
        assertThat(Files.mismatch(built, derived)).isEqualTo(-1);
    }

    private static FileChannel newFile(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
}
