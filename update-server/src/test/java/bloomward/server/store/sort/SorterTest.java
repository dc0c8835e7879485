package bloomward.server.store.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Sorted and once, whether it fits or not.
final class SorterTest {

    @TempDir
    Path folder;

    private static List<Staged> read(Sorter sorter) throws IOException {
        List<Staged> rows = new ArrayList<>();
        try (Sorter.Sorted sorted = sorter.sorted()) {
            while (sorted.cursor().advance()) {
                rows.add(sorted.cursor().current());
            }
        }
        return rows;
    }

    private long files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100, 1000, 5000})
    void sortsAndKeepsTheFirstOfEquals(int rowsInMemory) throws IOException {
        for (long seed = 1; seed <= 2; seed++) {
            Random random = new Random(seed);
            TreeMap<String, Staged> expected = new TreeMap<>();
            try (Sorter sorter = new Sorter(folder, rowsInMemory, Long.MAX_VALUE, true)) {
                for (int round = 0; round < 3; round++) {
                    for (int i = 0; i < Math.min(1000, 20 * rowsInMemory); i++) {
                        Staged row = new Staged("h" + random.nextInt(600) + ".example/",
                                random.nextInt(3) == 0
                                        ? Optional.of(Instant.ofEpochMilli(random.nextLong() >> 16))
                                        : Optional.empty(),
                                random.nextInt(3) == 0 ? Optional.of("ä" + i) : Optional.empty());
                        sorter.add(row);
                        expected.putIfAbsent(row.text(), row);
                    }
                    assertThat(sorter.size()).as("seed " + seed).isEqualTo(expected.size());
                    assertThat(read(sorter)).as("seed " + seed).containsExactlyElementsOf(expected.values());
                    assertThat(read(sorter)).hasSize(expected.size());
                }
                assertThat(files()).isLessThanOrEqualTo(1);
            }
            assertThat(files()).isZero();
        }
    }

    @Test
    void spillsLongRowsEarly() throws IOException {
        try (Sorter sorter = new Sorter(folder, 1000, 100, true)) {
            for (int i = 0; i < 30; i++) {
                sorter.add(new Staged("x".repeat(60) + i, Optional.empty(), Optional.of("y".repeat(30))));
            }
            assertThat(files()).isEqualTo(14);
            assertThat(sorter.size()).isEqualTo(30);
            assertThat(files()).isEqualTo(1);
        }
        assertThat(files()).isZero();
    }

    /// Rows that come once each: none, some that fit, two files, many batches, more files than are read at a time.
    @ParameterizedTest
    @CsvSource({"0, 10", "9, 10", "19, 10", "20000, 7000", "1300, 10"})
    void mergesWhatComesOnceWhileItIsRead(int count, int rowsInMemory) throws IOException {
        List<Staged> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new Staged("h%05d.example/".formatted(i), Optional.empty(), Optional.of("line " + i)));
        }
        List<Staged> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, new Random(7));
        try (Sorter sorter = new Sorter(folder, rowsInMemory, Long.MAX_VALUE, false)) {
            for (Staged row : shuffled) {
                sorter.add(row);
            }
            assertThat(sorter.size()).isEqualTo(count);
            assertThat(files()).isEqualTo(
                    count < rowsInMemory ? 0 : count == 1300 ? 3 : (count + rowsInMemory - 1) / rowsInMemory);
            assertThat(read(sorter)).isEqualTo(rows);
            assertThat(read(sorter)).isEqualTo(rows);
        }
        assertThat(files()).isZero();
    }

    /// A batch ends where its rows are long, and the thread that reads ahead ends with the cursor, wherever that stands.
    @Test
    void readsLongRowsAheadAndStopsAnywhere() throws Exception {
        try (Sorter sorter = new Sorter(folder, 10_000, 1 << 20, false)) {
            for (int i = 0; i < 1000; i++) {
                sorter.add(new Staged("%04d".formatted(i) + "x".repeat(8000), Optional.empty(), Optional.empty()));
            }
            assertThat(read(sorter)).hasSize(1000);
            for (int rows : new int[] {0, 1, 40, 999}) {
                try (Sorter.Sorted sorted = sorter.sorted()) {
                    for (int i = 0; i < rows; i++) {
                        assertThat(sorted.cursor().advance()).isTrue();
                        assertThat(sorted.cursor().current().text()).startsWith("%04d".formatted(i));
                    }
                }
                for (Thread thread : Thread.getAllStackTraces().keySet()) {
                    assertThat(!thread.getName().equals("read-ahead") || thread.join(Duration.ofMinutes(2))).isTrue();
                }
            }
        }
    }

    @Test
    void saysThatAFileIsDamaged() throws IOException {
        try (Sorter sorter = new Sorter(folder, 10_000, Long.MAX_VALUE, false)) {
            for (int i = 0; i < 20_000; i++) {
                sorter.add(new Staged("h%05d.example/".formatted(i), Optional.empty(), Optional.empty()));
            }
            assertThat(sorter.size()).isEqualTo(20_000);
            try (Stream<Path> files = Files.list(folder)) {
                Path file = files.findFirst().orElseThrow();
                Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100_000));
            }
            assertThatThrownBy(() -> read(sorter)).isInstanceOf(IOException.class);
        }
        assertThat(files()).isZero();
    }

    @Test
    void sortsNothing() throws IOException {
        try (Sorter sorter = new Sorter(folder, 10, 100, true)) {
            assertThat(sorter.size()).isZero();
            assertThat(read(sorter)).isEmpty();
        }
    }
}
