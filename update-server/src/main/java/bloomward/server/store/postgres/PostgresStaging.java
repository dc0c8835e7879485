package bloomward.server.store.postgres;

import bloomward.server.store.EntryTable;
import bloomward.server.store.sort.SortedCursor;
import bloomward.server.store.sort.SortedMerge;
import bloomward.server.store.sort.SortedStaging;
import bloomward.server.store.sort.Sorter;
import bloomward.server.store.sort.Staged;
import bloomward.server.store.sql.SqlSession;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What a source lists now, merged with its rows in PostgreSQL.
final class PostgresStaging extends SortedStaging {

    private final SqlSession<PostgresDb> session;
    private final long listId;
    private final long sourceId;

    PostgresStaging(SqlSession<PostgresDb> session, long listId, long sourceId, Sorter gathered) {
        super(session.folder(), gathered);
        this.session = session;
        this.listId = listId;
        this.sourceId = sourceId;
    }

    @Override
    protected long countThere(SortedCursor<Staged> rows) throws IOException {
        List<String> texts = new ArrayList<>();
        while (rows.advance()) {
            texts.add(rows.current().text());
        }
        return session.reading().number(PostgresQueries.COUNT_THERE, listId, sourceId, texts.toArray(String[]::new));
    }

    @Override
    protected long countListed() throws IOException {
        return session.reading().number(PostgresQueries.COUNT_OF_SOURCE, listId, EntryTable.NOW, sourceId);
    }

    @Override
    protected void merge(SortedCursor<Staged> rows, SortedMerge.Sink merged) throws IOException {
        try (Listed listed = new Listed(session.reading(), listId, sourceId)) {
            SortedMerge.run(rows, listed, listed::hasDetails, merged);
        }
    }

    @Override
    protected Writer writer(long change, boolean replace) throws IOException {
        PostgresDb db = session.writing();
        PostgresEntries.requireLast(db, listId, change);
        return new PostgresWriter(db, listId, sourceId, change, replace);
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
}
