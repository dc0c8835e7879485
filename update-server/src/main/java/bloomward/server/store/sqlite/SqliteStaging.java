package bloomward.server.store.sqlite;

import bloomward.server.store.EntryTable;
import bloomward.server.store.sort.SortedCursor;
import bloomward.server.store.sort.SortedMerge;
import bloomward.server.store.sort.SortedStaging;
import bloomward.server.store.sort.Sorter;
import bloomward.server.store.sort.Staged;
import bloomward.server.store.sql.JsonBatch;
import bloomward.server.store.sql.SqlSession;
import java.io.IOException;

/// What a source lists now, merged with its rows in SQLite.
final class SqliteStaging extends SortedStaging {

    private final SqlSession<Db> session;
    private final long listId;
    private final long sourceId;

    SqliteStaging(SqlSession<Db> session, long listId, long sourceId, Sorter gathered) {
        super(session.folder(), gathered);
        this.session = session;
        this.listId = listId;
        this.sourceId = sourceId;
    }

    @Override
    protected long countThere(SortedCursor<Staged> rows) throws IOException {
        Db db = session.reading();
        long[] kept = {0};
        JsonBatch.Use count = json -> kept[0] += db.number(EntryQueries.COUNT_THERE, listId, sourceId, json);
        JsonBatch batch = new JsonBatch();
        while (rows.advance()) {
            batch.add(rows.current().text());
            if (batch.isFull()) {
                batch.flush(count);
            }
        }
        batch.flush(count);
        return kept[0];
    }

    @Override
    protected long countListed() throws IOException {
        return session.reading().number(EntryQueries.COUNT_OF_SOURCE, listId, EntryTable.NOW, sourceId);
    }

    @Override
    protected void merge(SortedCursor<Staged> rows, SortedMerge.Sink merged) throws IOException {
        Db db = session.reading();
        SlicedRows listed = new SlicedRows((expression, _) -> db.text(EntryQueries.OF_SOURCE, listId, expression,
                sourceId, SlicedRows.ROWS_IN_SLICE));
        SortedMerge.run(rows, listed, () -> listed.number() != 0, merged);
    }

    @Override
    protected Writer writer(long change, boolean replace) throws IOException {
        Db db = session.writing();
        SqliteEntries.requireLast(db, listId, change);
        return new StagedWriter(db, listId, sourceId, change, replace);
    }
}
