package bloomward.cookbook;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.filter.CountingFilter;
import bloomward.format.key.KeyHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// *Is it in the disk cache?* Most look-ups miss, and each miss costs a trip to the disk for nothing.
///
/// Kind: counting, 38 bits an object at 1 %. An object that leaves the cache must leave the filter, too, or the filter
/// would fill up; counting filters were invented for that. A cuckoo filter does the same in 10.5 bits; the counting one
/// never refuses an entry, and copes with a cache that holds more than planned.
final class CacheGuardTest {

    private static final KeyHash HASH = KeyHash.seeded(3);
    private static final int OBJECTS_KEPT = 200;

    private final CountingFilter filter = CountingFilter.of(OBJECTS_KEPT, 0.01);
    private final ArrayDeque<String> oldestFirst = new ArrayDeque<>();
    private int filesOpened;

    @TempDir
    Path folder;

    @Test
    void goesToTheDiskForWhatIsThere() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            put("object-" + i, "content " + i);
        }
        assertThat(filter.estimatedCount()).as("800 have left again").isBetween(190L, 210L);

        int found = 0;
        for (int i = 0; i < 5_000; i++) {
            found += get("object-" + i).isPresent() ? 1 : 0;
        }
        assertThat(found).as("the last 200").isEqualTo(OBJECTS_KEPT);
        assertThat(filesOpened).as("of 5,000 look-ups").isBetween(OBJECTS_KEPT, OBJECTS_KEPT + 90);
    }

    private Optional<String> get(String name) throws IOException {
        if (!filter.mightContain(HASH.of(name))) {
            return Optional.empty();
        }
        filesOpened++;
        try {
            return Optional.of(Files.readString(folder.resolve(name)));
        } catch (NoSuchFileException e) {
            return Optional.empty(); // a false positive
        }
    }

    private void put(String name, String content) throws IOException {
        Files.writeString(folder.resolve(name), content);
        filter.add(HASH.of(name));
        oldestFirst.add(name);
        if (oldestFirst.size() > OBJECTS_KEPT) {
            String oldest = oldestFirst.remove();
            Files.delete(folder.resolve(oldest));
            filter.remove(HASH.of(oldest));
        }
    }
}
