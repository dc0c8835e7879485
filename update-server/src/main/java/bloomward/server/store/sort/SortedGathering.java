package bloomward.server.store.sort;

import bloomward.format.url.Expression;
import bloomward.server.store.Gathering;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// Rows that are collected beside all works, in files next to the database.
public final class SortedGathering implements Gathering {

    /// About 20 MB of heap.
    private static final int ROWS_IN_MEMORY = 1 << 17;
    private static final long CHARACTERS_IN_MEMORY = 8L << 20;

    private final Sorter sorter;

    /// @param folder for the files
    public SortedGathering(Path folder) {
        this.sorter = new Sorter(folder, ROWS_IN_MEMORY, CHARACTERS_IN_MEMORY, false);
    }

    /// A sorter that keeps as much in memory as one work may take. Rows may repeat.
    public static Sorter sorter(Path folder) {
        return new Sorter(folder, ROWS_IN_MEMORY, CHARACTERS_IN_MEMORY, true);
    }

    /// The sorter behind a gathering of this kind.
    public static Sorter sorterOf(Gathering gathering) {
        if (gathering instanceof SortedGathering ours) {
            return ours.sorter;
        }
        throw new IllegalArgumentException("collected for another store: " + gathering.getClass());
    }

    @Override
    public void add(Expression expression, Optional<Instant> expires, Optional<String> reason) throws IOException {
        sorter.add(new Staged(expression.text(), expires, reason));
    }

    @Override
    public void sort() throws IOException {
        sorter.size();
    }

    @Override
    public void forEach(Sink sink) throws IOException {
        try (Sorter.Sorted sorted = sorter.sorted()) {
            while (sorted.cursor().advance()) {
                sink.take(sorted.cursor().current().expression());
            }
        }
    }

    @Override
    public void close() throws IOException {
        sorter.close();
    }
}
