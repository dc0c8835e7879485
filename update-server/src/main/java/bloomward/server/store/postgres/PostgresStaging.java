package bloomward.server.store.postgres;

import bloomward.format.url.Expression;
import bloomward.server.store.EntryTable;
import bloomward.server.store.sort.SortedCursor;
import bloomward.server.store.sort.SortedGathering;
import bloomward.server.store.sort.SortedMerge;
import bloomward.server.store.sort.Sorter;
import bloomward.server.store.sort.Staged;
import bloomward.server.store.sql.SqlSession;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The expressions that a source lists now, collected and sorted outside of the database, then merged with its rows.
final class PostgresStaging implements EntryTable.Staging, Closeable {

    /// Up to this, each expression is looked up: a single one must not cost a walk over the whole list.
    private static final int FEW = 4096;

    private final SqlSession<PostgresDb> session;
    private final long listId;
    private final long sourceId;
    /// Rows that were collected before this work, by somebody else.
    private final Sorter gathered;
    /// Rows that are added in this work.
    private final Sorter own;
    private boolean isClosed;

    PostgresStaging(SqlSession<PostgresDb> session, long listId, long sourceId, Sorter gathered) {
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
        PostgresDb db = session.reading();
        long size = size();
        if (size <= FEW) {
            long kept = countThere(db);
            long listed = db.number(PostgresQueries.COUNT_OF_SOURCE, listId, EntryTable.NOW, sourceId);
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

    private long countThere(PostgresDb db) throws IOException {
        List<String> texts = new ArrayList<>();
        try (Sorter.Sorted sorted = sorted()) {
            while (sorted.cursor().advance()) {
                texts.add(sorted.cursor().current().text());
            }
        }
        return db.number(PostgresQueries.COUNT_THERE, listId, sourceId, texts.toArray(String[]::new));
    }

    @Override
    public void apply(long change, boolean replace) throws IOException {
        requireOpen();
        PostgresDb db = session.writing();
        PostgresEntries.requireLast(db, listId, change);
        PostgresWriter writer = new PostgresWriter(db, listId, sourceId, change, replace);
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

    /// Goes through both in order.
    private void merge(PostgresDb db, SortedMerge.Sink merged) throws IOException {
        try (Sorter.Sorted sorted = sorted(); Listed listed = new Listed(db, listId, sourceId)) {
            SortedMerge.run(sorted.cursor(), listed, listed::hasDetails, merged);
        }
    }

    /// The expressions that a source lists.
    private static final class Listed implements SortedCursor<String>, Closeable {

        private record Line(String expression, boolean hasDetails) {}

        private final PostgresSlices<Line> lines;

        Listed(PostgresDb db, long listId, long sourceId) throws IOException {
            this.lines = db.open(PostgresQueries.OF_SOURCE,
                    row -> new Line(row.text("expression"), row.flag("has_details")), listId, sourceId);
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }

        @Override
        public boolean advance() throws IOException {
            return lines.advance();
        }

        @Override
        public String current() {
            return lines.current().expression();
        }

        boolean hasDetails() {
            return lines.current().hasDetails();
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
