package bloomward.server.store.postgres;

import bloomward.server.store.sort.SortedStaging;
import bloomward.server.store.sort.Staged;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Writes what was collected, in batches. All comes in the order of the key, so the database inserts from page to page.
final class PostgresWriter implements SortedStaging.Writer {

    private final PostgresDb db;
    private final long listId;
    private final long sourceId;
    private final long change;
    private final boolean replace;

    private final CopiedEntries added;
    private final List<Staged> updated = new ArrayList<>();
    private final List<Staged> uncertain = new ArrayList<>();
    private final List<String> gone = new ArrayList<>();

    PostgresWriter(PostgresDb db, long listId, long sourceId, long change, boolean replace) {
        this.db = db;
        this.listId = listId;
        this.sourceId = sourceId;
        this.change = change;
        this.replace = replace;
        this.added = new CopiedEntries(db, listId, sourceId, change);
    }

    @Override
    public void added(Staged staged) throws IOException {
        added.add(staged);
    }

    @Override
    public void kept(Staged staged, boolean hadDetails) throws IOException {
        if (hadDetails || staged.hasDetails()) {
            updated.add(staged);
            if (updated.size() == PostgresSlices.ROWS) {
                update(updated);
            }
        }
    }

    @Override
    public void missing(String text) throws IOException {
        if (replace) {
            gone.add(text);
            if (gone.size() == PostgresSlices.ROWS) {
                remove();
            }
        }
    }

    @Override
    public void addOrUpdate(Staged staged) throws IOException {
        uncertain.add(staged);
        if (uncertain.size() == PostgresSlices.ROWS) {
            insertOrUpdate();
        }
    }

    @Override
    public void finish() throws IOException {
        added.flush();
        update(updated);
        insertOrUpdate();
        remove();
    }

    private void insertOrUpdate() throws IOException {
        if (!uncertain.isEmpty()) {
            List<Staged> missing = List.copyOf(uncertain);
            update(uncertain);
            run(PostgresQueries.INSERT_WHAT_IS_MISSING, missing);
        }
    }

    private void update(List<Staged> batch) throws IOException {
        if (!batch.isEmpty()) {
            run(PostgresQueries.CORRECT_TERMS, batch);
            if (run(PostgresQueries.INSERT_TERMS, batch) > 0) {
                db.update(PostgresQueries.END_TERMS, listId, sourceId, texts(batch), change);
            }
            batch.clear();
        }
    }

    private long run(String sql, List<Staged> batch) throws IOException {
        return db.update(sql, listId, sourceId, texts(batch), change,
                new NullableArray("int8", batch.stream().map(row -> row.expires().map(Instant::toEpochMilli)).toList()),
                new NullableArray("text", batch.stream().map(row -> row.reason().map(StorableText::require)).toList()));
    }

    private static String[] texts(List<Staged> batch) {
        return batch.stream().map(Staged::text).toArray(String[]::new);
    }

    private void remove() throws IOException {
        if (!gone.isEmpty()) {
            PostgresEntries.remove(db, listId, change, PostgresQueries.OF_EXPRESSIONS_AND_SOURCE,
                    gone.toArray(String[]::new), sourceId);
            gone.clear();
        }
    }
}
