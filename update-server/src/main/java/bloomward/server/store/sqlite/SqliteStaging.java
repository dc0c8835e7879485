package bloomward.server.store.sqlite;

import bloomward.format.url.Expression;
import bloomward.server.store.EntryTable;
import bloomward.server.store.sort.SortedGathering;
import bloomward.server.store.sort.SortedMerge;
import bloomward.server.store.sort.Sorter;
import bloomward.server.store.sort.Staged;
import bloomward.server.store.sql.JsonBatch;
import bloomward.server.store.sql.SqlSession;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/// The expressions that a source lists now, collected and sorted outside of the database, then merged with its rows.
final class SqliteStaging implements EntryTable.Staging, Closeable {

    /// Up to this, each expression is looked up: a single one must not cost a walk over the whole list.
    private static final int FEW = 4096;

    private final SqlSession<Db> session;
    private final long listId;
    private final long sourceId;
    /// Rows that were collected before this work, by somebody else.
    private final Sorter gathered;
    /// Rows that are added in this work.
    private final Sorter own;
    private boolean isClosed;

    SqliteStaging(SqlSession<Db> session, long listId, long sourceId, Sorter gathered) {
        this.session = session;
        this.listId = listId;
        this.sourceId = sourceId;
        this.gathered = gathered;
        this.own = SortedGathering.sorter(session.folder());
    }

    @Override
    public void add(Expression expression, Optional<Instant> expires, Optional<String> reason) throws IOException {
        requireOpen();
        own.add(new Staged(expression.text(), expires, reason));
    }

    @Override
    public EntryTable.StagedDiff diff() throws IOException {
        requireOpen();
        Db db = session.reading();
        long size = size();
        if (size <= FEW) {
            long kept = countThere(db);
            long listed = db.number(EntryQueries.COUNT_OF_SOURCE, listId, EntryTable.NOW, sourceId);
            return new EntryTable.StagedDiff(size - kept, kept, listed - kept);
        }
        SortedMerge.Count count = new SortedMerge.Count();
        merge(db, count);
        return count.toDiff();
    }

    @Override
    public EntryTable.StagedDiff additions() throws IOException {
        long size = size();
        if (size > FEW) {
            return EntryTable.Staging.super.additions();
        }
        long kept = countThere(session.reading());
        return new EntryTable.StagedDiff(size - kept, kept, 0);
    }

    private long countThere(Db db) throws IOException {
        long[] kept = {0};
        JsonBatch.Use count = json -> kept[0] += db.number(EntryQueries.COUNT_THERE, listId, sourceId, json);
        JsonBatch batch = new JsonBatch();
        try (Sorter.Sorted sorted = sorted()) {
            while (sorted.cursor().advance()) {
                batch.add(sorted.cursor().current().text());
                if (batch.isFull()) {
                    batch.flush(count);
                }
            }
        }
        batch.flush(count);
        return kept[0];
    }

    @Override
    public void apply(long change, boolean replace) throws IOException {
        requireOpen();
        Db db = session.writing();
        SqliteEntries.requireLast(db, listId, change);
        StagedWriter writer = new StagedWriter(db, listId, sourceId, change, replace);
        if (!replace && size() <= FEW) {
            try (Sorter.Sorted sorted = sorted()) {
                while (sorted.cursor().advance()) {
                    writer.addOrUpdate(sorted.cursor().current());
                }
            }
        } else {
            merge(db, writer);
        }
        writer.finish();
    }

    /// Goes through both in order. A writer behind it may change the rows that were passed.
    private void merge(Db db, SortedMerge.Sink merged) throws IOException {
        SlicedRows listed = new SlicedRows((expression, _) -> db.text(EntryQueries.OF_SOURCE, listId, expression,
                sourceId, SlicedRows.ROWS_IN_SLICE));
        try (Sorter.Sorted sorted = sorted()) {
            SortedMerge.run(sorted.cursor(), listed, () -> listed.number() != 0, merged);
        }
    }

    private Sorter.Sorted sorted() throws IOException {
        if (gathered.isEmpty()) {
            return own.sorted();
        }
        return own.isEmpty() ? gathered.sorted() : Sorter.merged(gathered, own);
    }

    @Override
    public long size() throws IOException {
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
    public void close() throws IOException {
        isClosed = true;
        own.close();
    }
}
