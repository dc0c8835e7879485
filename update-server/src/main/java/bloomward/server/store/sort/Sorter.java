package bloomward.server.store.sort;

import bloomward.format.io.CloseOnFailure;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/// Sorts collected rows in bounded memory: as many as fit are sorted and kept or, when more come, written to a file;
/// the files are merged for reading. Of the same expression the first stays.
///
/// Rows that may repeat are merged into one file to count them; rows that come once each are counted as they come, and
/// merged while they are read.
///
/// The database could sort too, in a temporary table, but rows that come in order are what it inserts quickly.
public final class Sorter implements Closeable {

    private static final Comparator<Staged> BY_EXPRESSION = Comparator.comparing(Staged::text);

    /// The most files that are read at a time, each through 64 KB.
    private static final int MOST_FILES = 128;

    private final Path folder;
    private final int rowsInMemory;
    private final long charactersInMemory;
    private final boolean mayRepeat;
    private List<Staged> rows = new ArrayList<>();
    private long characters;
    private List<SortedSpill> spills = new ArrayList<>();

    /// @param folder for the files
    /// @param mayRepeat whether an expression may be added more than once
    Sorter(Path folder, int rowsInMemory, long charactersInMemory, boolean mayRepeat) {
        this.folder = folder;
        this.rowsInMemory = rowsInMemory;
        this.charactersInMemory = charactersInMemory;
        this.mayRepeat = mayRepeat;
    }

    /// Removes the files that a crash has left in a folder.
    public static void clean(Path folder) throws IOException {
        SortedSpill.clean(folder);
    }

    public void add(Staged row) throws IOException {
        if (rows.size() >= rowsInMemory || characters >= charactersInMemory) {
            spill();
        }
        rows.add(row);
        characters += row.characters();
    }

    public boolean isEmpty() {
        return rows.isEmpty() && spills.isEmpty();
    }

    /// The number of different expressions.
    public long size() throws IOException {
        settle();
        return rows.size() + spills.stream().mapToLong(SortedSpill::rows).sum();
    }

    /// All, each expression once and in order. Done with before anything is added.
    public Sorted sorted() throws IOException {
        settle();
        return spills.isEmpty() ? new Sorted(new InMemory(rows), () -> {}) : openSpills();
    }

    /// All of two: of the same expression the one of the first.
    public static Sorted merged(Sorter first, Sorter second) throws IOException {
        List<Sorted> both = new ArrayList<>();
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(() -> closeAll(both))) {
            both.add(first.sorted());
            both.add(second.sorted());
            Merge merge = new Merge(both.stream().map(Sorted::cursor).toList());
            return failure.keep(new Sorted(new Once(merge), () -> closeAll(both)));
        }
    }

    /// Sorted rows, and the file behind them to close after reading.
    public record Sorted(SortedCursor<Staged> cursor, Closeable closeable) implements Closeable {
        @Override
        public void close() throws IOException {
            closeable.close();
        }
    }

    private Sorted openSpills() throws IOException {
        List<SortedSpill.Rows> inputs = new ArrayList<>();
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(() -> closeAll(inputs))) {
            for (SortedSpill spill : spills) {
                inputs.add(spill.read());
            }
            ReadAhead ahead = new ReadAhead(new Once(new Merge(inputs)));
            return failure.keep(new Sorted(ahead, () -> {
                ahead.close();
                closeAll(inputs);
            }));
        }
    }

    /// Leaves everything either in memory or in files, in one if rows may repeat.
    private void settle() throws IOException {
        if (spills.isEmpty()) {
            sortRows();
            return;
        }
        if (!rows.isEmpty()) {
            spill();
        }
        if (mayRepeat && spills.size() > 1) {
            merge();
        }
    }

    private void sortRows() {
        rows.sort(BY_EXPRESSION); // stable, so the first of equals stays the first
        List<Staged> once = new ArrayList<>(rows.size());
        String last = "";
        for (Staged row : rows) {
            if (!row.text().equals(last)) {
                once.add(row);
                last = row.text();
            }
        }
        rows = once;
    }

    private void spill() throws IOException {
        if (spills.size() == MOST_FILES) {
            merge();
        }
        rows.sort(BY_EXPRESSION);
        spills.add(SortedSpill.write(folder, new InMemory(rows)));
        rows = new ArrayList<>();
        characters = 0;
    }

    private void merge() throws IOException {
        try (Sorted all = openSpills()) {
            SortedSpill merged = SortedSpill.write(folder, all.cursor());
            List<SortedSpill> old = spills;
            spills = new ArrayList<>(List.of(merged));
            closeAll(old);
        }
    }

    @Override
    public void close() throws IOException {
        closeAll(spills);
    }

    private static void closeAll(List<? extends Closeable> things) throws IOException {
        for (Closeable thing : things) {
            thing.close();
        }
    }

    private static final class InMemory implements SortedCursor<Staged> {

        private final Iterator<Staged> iterator;
        private Staged current = Staged.NONE;

        InMemory(List<Staged> rows) {
            iterator = rows.iterator();
        }

        @Override
        public boolean advance() {
            if (!iterator.hasNext()) {
                return false;
            }
            current = iterator.next();
            return true;
        }

        @Override
        public Staged current() {
            return current;
        }
    }

    /// Leaves out what comes again.
    private static final class Once implements SortedCursor<Staged> {

        private final SortedCursor<Staged> rows;
        private String last = "";

        Once(SortedCursor<Staged> rows) {
            this.rows = rows;
        }

        @Override
        public boolean advance() throws IOException {
            while (rows.advance()) {
                if (!rows.current().text().equals(last)) {
                    last = rows.current().text();
                    return true;
                }
            }
            return false;
        }

        @Override
        public Staged current() {
            return rows.current();
        }
    }

    /// Equal expressions come in the order of their files.
    private static final class Merge implements SortedCursor<Staged> {

        private record Input(SortedCursor<Staged> rows, int number) {}

        private final PriorityQueue<Input> queue = new PriorityQueue<>(
                Comparator.comparing((Input input) -> input.rows.current().text()).thenComparingInt(Input::number));
        private Optional<Input> taken = Optional.empty();

        Merge(List<? extends SortedCursor<Staged>> inputs) throws IOException {
            for (int i = 0; i < inputs.size(); i++) {
                if (inputs.get(i).advance()) {
                    queue.add(new Input(inputs.get(i), i));
                }
            }
        }

        @Override
        public boolean advance() throws IOException {
            if (taken.isPresent() && taken.get().rows.advance()) {
                queue.add(taken.get());
            }
            taken = Optional.ofNullable(queue.poll());
            return taken.isPresent();
        }

        @Override
        public Staged current() {
            return taken.orElseThrow().rows.current();
        }
    }
}
