package bloomward.server.store.sqlite;

import bloomward.server.store.sort.SortedStaging;
import bloomward.server.store.sort.Staged;
import bloomward.server.store.sql.JsonBatch;
import java.io.IOException;

/// Writes what was collected, in batches. All comes in the order of the key, so the database inserts from page to page.
final class StagedWriter implements SortedStaging.Writer {

    private final Db db;
    private final long listId;
    private final long sourceId;
    private final long change;
    private final boolean replace;

    private final JsonBatch plain = new JsonBatch();
    private final JsonBatch detailed = new JsonBatch();
    private final JsonBatch updated = new JsonBatch();
    private final JsonBatch uncertain = new JsonBatch();
    private final JsonBatch gone = new JsonBatch();

    StagedWriter(Db db, long listId, long sourceId, long change, boolean replace) {
        this.db = db;
        this.listId = listId;
        this.sourceId = sourceId;
        this.change = change;
        this.replace = replace;
    }

    @Override
    public void added(Staged staged) throws IOException {
        if (staged.hasDetails()) {
            detailed.add(staged);
            flushIfFull(detailed, this::insertDetailed);
        } else {
            plain.add(staged.text());
            flushIfFull(plain, this::insertPlain);
        }
    }

    @Override
    public void kept(Staged staged, boolean hadDetails) throws IOException {
        if (hadDetails || staged.hasDetails()) {
            updated.add(staged);
            flushIfFull(updated, this::update);
        }
    }

    @Override
    public void missing(String text) throws IOException {
        if (replace) {
            gone.add(text);
            flushIfFull(gone, this::remove);
        }
    }

    @Override
    public void addOrUpdate(Staged staged) throws IOException {
        uncertain.add(staged);
        flushIfFull(uncertain, this::insertOrUpdate);
    }

    @Override
    public void finish() throws IOException {
        plain.flush(this::insertPlain);
        detailed.flush(this::insertDetailed);
        updated.flush(this::update);
        uncertain.flush(this::insertOrUpdate);
        gone.flush(this::remove);
    }

    private static void flushIfFull(JsonBatch batch, JsonBatch.Use use) throws IOException {
        if (batch.isFull()) {
            batch.flush(use);
        }
    }

    private void insertPlain(String json) throws IOException {
        db.update(EntryQueries.INSERT, listId, sourceId, change, json);
    }

    private void insertDetailed(String json) throws IOException {
        db.update(EntryQueries.INSERT_WITH_DETAILS, listId, sourceId, change, json);
    }

    private void update(String json) throws IOException {
        db.update(EntryQueries.CORRECT_TERMS, listId, sourceId, json, change);
        if (db.update(EntryQueries.INSERT_TERMS, listId, sourceId, json, change) > 0) {
            db.update(EntryQueries.END_TERMS, listId, sourceId, json, change);
        }
    }

    private void insertOrUpdate(String json) throws IOException {
        update(json);
        db.update(EntryQueries.INSERT_WHAT_IS_MISSING, listId, sourceId, change, json);
    }

    private void remove(String json) throws IOException {
        SqliteEntries.remove(db, listId, change, EntryQueries.OF_EXPRESSIONS_AND_SOURCE, json, sourceId);
    }
}
