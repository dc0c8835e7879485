package bloomward.cookbook;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.filter.PartitionedFilter;
import bloomward.format.key.FullHash;
import bloomward.format.key.KeyHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// *Is this chunk in the backup already?* A backup stores each piece of content once, in a file named by its SHA-256.
///
/// Kind: partitioned, 14.4 bits a chunk at 0.1 %. Most chunks of a new machine are new, and for these the store is not
/// asked; a "perhaps" is looked up, because a chunk wrongly taken for stored would be lost. Each chunk has the same
/// chance to be mistaken, whatever its hash: the bits of an entry never fall together.
final class BackupChunksTest {

    private static final KeyHash HASH = KeyHash.seeded(6);
    private static final int CHUNK_IN_BYTES = 512;

    private final PartitionedFilter stored = PartitionedFilter.of(10_000, 0.001);
    private int lookUps;
    private int writes;

    @TempDir
    Path store;

    @Test
    void storesEachChunkOnceAndSeldomLooks() throws IOException {
        byte[] disk = new byte[1_000 * CHUNK_IN_BYTES];
        new SplittableRandom(7).nextBytes(disk);
        backUp(disk);
        assertThat(writes).isEqualTo(1_000);
        assertThat(lookUps).as("all chunks were new").isLessThan(10);

        byte[] nextDay = disk.clone();
        Arrays.fill(nextDay, 0, 20 * CHUNK_IN_BYTES, (byte) 1); // twenty chunks become one
        backUp(nextDay);
        assertThat(writes).isEqualTo(1_001);
        assertThat(lookUps).as("980 unchanged chunks, and 19 like the first new one").isBetween(999, 1_010);
    }

    private void backUp(byte[] disk) throws IOException {
        for (int at = 0; at < disk.length; at += CHUNK_IN_BYTES) {
            FullHash name = FullHash.of(disk, at, CHUNK_IN_BYTES);
            long hash = HASH.of(name.toBytes());
            if (!stored.mightContain(hash) || !isInStore(name)) {
                Files.write(store.resolve(name.toString()), Arrays.copyOfRange(disk, at, at + CHUNK_IN_BYTES));
                writes++;
                stored.add(hash);
            }
        }
    }

    private boolean isInStore(FullHash name) {
        lookUps++;
        return Files.exists(store.resolve(name.toString()));
    }
}
