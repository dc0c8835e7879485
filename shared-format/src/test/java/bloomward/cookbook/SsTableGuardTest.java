package bloomward.cookbook;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.filter.BlockedFilter;
import bloomward.format.key.KeyHash;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// *Which of these sorted files has the key?* A log-structured store keeps its data in several, and without help
/// searches all.
///
/// Kind: blocked, 9.9 bits a key at 1 %, one filter for each file. Each look-up asks every filter, so a look-up must be
/// cheap: one line of memory, for 3 % more bits than the classic kind. A sorted file never changes, neither does its
/// filter.
final class SsTableGuardTest {

    private static final KeyHash HASH = KeyHash.seeded(4);
    private static final int TABLES = 8;
    private static final int KEYS_IN_TABLE = 5_000;

    private record Table(SortedFile file, BlockedFilter filter) {}

    private final List<Table> tables = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void closeFiles() throws IOException {
        for (Table table : tables) {
            table.file.close();
        }
    }

    @Test
    void readsTheOneFileThatHasTheKey() throws IOException {
        for (int i = 0; i < TABLES; i++) {
            int number = i;
            List<String> keys = IntStream.range(0, KEYS_IN_TABLE)
                    .mapToObj(key -> "key-" + (key * TABLES + number))
                    .toList();
            BlockedFilter filter = BlockedFilter.of(KEYS_IN_TABLE, 0.01);
            keys.forEach(key -> filter.add(HASH.of(key)));
            tables.add(new Table(SortedFile.write(folder.resolve("table-" + i), keys), filter));
        }

        int searchesOfAll = 0;
        for (int i = 0; i < 2_000; i++) {
            assertThat(find("key-" + i)).as("key-%d", i).isEqualTo(i % TABLES);
            searchesOfAll += i % TABLES + 1;
        }
        long readsForAll = searchesOfAll * 11L; // a search reads 11 to 13 of 5,000 records
        long reads = tables.stream().mapToLong(table -> table.file.reads()).sum();
        assertThat(reads).as("records read, of more than %d without filters", readsForAll)
                .isLessThan(readsForAll * 3 / 10);
    }

    /// The newest table that has the key, or -1.
    private int find(String key) throws IOException {
        long hash = HASH.of(key);
        for (int i = 0; i < tables.size(); i++) {
            if (tables.get(i).filter.mightContain(hash) && tables.get(i).file.contains(key)) {
                return i;
            }
        }
        return -1;
    }
}
