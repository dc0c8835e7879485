package bloomward.server.store.sort;

import bloomward.format.url.Expression;
import bloomward.server.store.EntryTable.StagedDiff;
import bloomward.server.store.EntryTable.Staging;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// The expressions that a source lists now, collected and sorted outside of the database, then merged with its rows. A
/// store adds its statements.
public abstract class SortedStaging implements Staging, Closeable {

    /// Up to this, each expression is looked up: a single one must not cost a walk over the whole list.
    private static final int FEW = 4096;

    /// Rows that were collected before this work, by somebody else.
    private final Sorter gathered;
    /// Rows that are added in this work.
    private final Sorter own;
    private boolean isClosed;

    /// @param folder for what does not fit into memory
    protected SortedStaging(Path folder, Sorter gathered) {
        this.gathered = gathered;
        this.own = SortedGathering.sorter(folder);
    }

    /// Takes what a merge finds, or expressions of which it is not known whether they are listed.
    public interface Writer extends SortedMerge.Sink {

        void addOrUpdate(Staged staged) throws IOException;

        void finish() throws IOException;
    }

    /// Counts those of a few rows that the source lists.
    protected abstract long countThere(SortedCursor<Staged> rows) throws IOException;

    /// Counts what the source lists.
    protected abstract long countListed() throws IOException;

    /// Goes through the rows and what the source lists, both in order. A writer may change what was passed.
    protected abstract void merge(SortedCursor<Staged> rows, SortedMerge.Sink merged) throws IOException;

    /// A writer of a change.
    protected abstract Writer writer(long change, boolean replace) throws IOException;

    @Override
    public final void add(Expression expression, Optional<Instant> expires, Optional<String> reason)
            throws IOException {
        requireOpen();
        own.add(new Staged(expression.text(), expires, reason));
    }

    @Override
    public final StagedDiff diff() throws IOException {
        if (size() <= FEW) {
            StagedDiff few = additions();
            return new StagedDiff(few.added(), few.kept(), countListed() - few.kept());
        }
        SortedMerge.Count count = new SortedMerge.Count();
        mergeInto(count);
        return count.toDiff();
    }

    @Override
    public final StagedDiff additions() throws IOException {
        long size = size();
        if (size > FEW) {
            StagedDiff all = diff();
            return new StagedDiff(all.added(), all.kept(), 0);
        }
        try (Sorter.Sorted sorted = sorted()) {
            long kept = countThere(sorted.cursor());
            return new StagedDiff(size - kept, kept, 0);
        }
    }

    @Override
    public final void apply(long change, boolean replace) throws IOException {
        requireOpen();
        Writer writer = writer(change, replace);
        if (!replace && size() <= FEW) {
            try (Sorter.Sorted sorted = sorted()) {
                while (sorted.cursor().advance()) {
                    writer.addOrUpdate(sorted.cursor().current());
                }
            }
        } else {
            mergeInto(writer);
        }
        writer.finish();
    }

    private void mergeInto(SortedMerge.Sink merged) throws IOException {
        try (Sorter.Sorted sorted = sorted()) {
            merge(sorted.cursor(), merged);
        }
    }

    private Sorter.Sorted sorted() throws IOException {
        if (gathered.isEmpty()) {
            return own.sorted();
        }
        return own.isEmpty() ? gathered.sorted() : Sorter.merged(gathered, own);
    }

    @Override
    public final long size() throws IOException {
        requireOpen();
        if (own.isEmpty() || gathered.isEmpty()) {
            return own.size() + gathered.size();
        }
        long size = 0;
        try (Sorter.Sorted sorted = sorted()) {
            while (sorted.cursor().advance()) {
                size++;
            }
        }
        return size;
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("this staging has ended");
        }
    }

    @Override
    public final void close() throws IOException {
        isClosed = true;
        own.close();
    }
}
