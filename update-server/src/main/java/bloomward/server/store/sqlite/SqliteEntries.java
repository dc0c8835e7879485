package bloomward.server.store.sqlite;

import bloomward.format.url.Expression;
import bloomward.server.store.EntryRow;
import bloomward.server.store.EntryTable;
import bloomward.server.store.Gathering;
import bloomward.server.store.sort.SortedGathering;
import bloomward.server.store.sort.Sorter;
import bloomward.server.store.sql.JsonBatch;
import bloomward.server.store.sql.SqlRow;
import bloomward.server.store.sql.SqlSession;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Entries. Work on many of them is one statement for thousands.
final class SqliteEntries implements EntryTable {

    private final SqlSession<Db> session;
    private Optional<SqliteStaging> staging = Optional.empty();

    SqliteEntries(SqlSession<Db> session) {
        this.session = session;
    }

    @Override
    public Staging stage(long listId, long sourceId) throws IOException {
        return stage(listId, sourceId, SortedGathering.sorter(session.folder()));
    }

    @Override
    public Staging stage(long listId, long sourceId, Gathering gathered) throws IOException {
        return stage(listId, sourceId, SortedGathering.sorterOf(gathered));
    }

    private Staging stage(long listId, long sourceId, Sorter gathered) throws IOException {
        Db db = session.reading();
        if (db.number("SELECT count(*) FROM source WHERE id = ? AND list_id = ?", sourceId, listId) != 1) {
            throw new IllegalArgumentException("list " + listId + " has no source " + sourceId);
        }
        if (staging.isPresent()) {
            staging.get().close();
        }
        SqliteStaging begun = new SqliteStaging(session, listId, sourceId, gathered);
        session.closeAtEnd(begun);
        staging = Optional.of(begun);
        return begun;
    }

    @Override
    public long remove(long listId, long sourceId, Collection<Expression> expressions, long change) throws IOException {
        requireLast(session.writing(), listId, change);
        return JsonBatch.inBatches(expressions, json -> remove(session.writing(), listId, change,
                EntryQueries.OF_EXPRESSIONS_AND_SOURCE, json, sourceId));
    }

    @Override
    public long removeOfAll(long listId, Collection<Expression> expressions, long change) throws IOException {
        requireLast(session.writing(), listId, change);
        return JsonBatch.inBatches(expressions,
                json -> remove(session.writing(), listId, change, EntryQueries.OF_EXPRESSIONS, json));
    }

    /// Removes the entries that a condition names.
    ///
    /// @param arguments from the third on
    static long remove(Db db, long listId, long change, String which, Object... arguments) throws IOException {
        Object[] all = new Object[2 + arguments.length];
        all[0] = listId;
        all[1] = change;
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return db.update(EntryQueries.UNDO + which, all) + db.update(EntryQueries.REMOVE + which, all);
    }

    /// Only the change that was begun last does something to entries, so a state that somebody has looked at stays.
    static void requireLast(Db db, long listId, long change) throws IOException {
        long last = db.number("SELECT ifnull(max(number), 0) FROM change WHERE list_id = ?", listId);
        if (change != last || change == 0) {
            throw new IllegalArgumentException(
                    "change " + change + " is not the last one of list " + listId + ", " + last);
        }
    }

    @Override
    public long expire(long listId, Instant now, long change) throws IOException {
        Db db = session.writing();
        requireLast(db, listId, change);
        return remove(db, listId, change, EntryQueries.EXPIRED, now);
    }

    @Override
    public long countExpired(long listId, Instant now) throws IOException {
        return session.reading().number("""
                SELECT count(*) FROM entry
                WHERE list_id = ? AND removed IS NULL AND expires IS NOT NULL AND expires <= ?""", listId, now);
    }

    @Override
    public void revert(long listId, long toChange, long change) throws IOException {
        Db db = session.writing();
        requireLast(db, listId, change);
        remove(db, listId, change, EntryQueries.NOT_THERE_AT, toChange);
        db.update(EntryQueries.BRING_BACK, listId, change, toChange);
    }

    @Override
    public void scan(long listId, long atChange, ListedSink sink) throws IOException {
        SlicedRows rows = new SlicedRows((expression, source) -> session.reading()
                .text(EntryQueries.SCAN, listId, expression, source, atChange, SlicedRows.ROWS_IN_SLICE));
        while (rows.advance()) {
            sink.take(SqlRow.expressionOf(rows.current()), rows.number());
        }
    }

    @Override
    public void entries(long listId, long atChange, Wanted wanted, EntrySink sink) throws IOException {
        SlicedRows rows = new SlicedRows((expression, source) -> session.reading()
                .text(EntryQueries.ENTRIES, listId, expression.isEmpty() ? wanted.after() : expression,
                        expression.isEmpty() ? Long.MAX_VALUE : source, atChange, SlicedRows.ROWS_IN_SLICE,
                        wanted.containing()));
        boolean goesOn = true;
        while (goesOn && rows.advance()) {
            String[] fields = rows.rest().split("\t", -1);
            goesOn = sink
                    .take(new EntryRow(SqlRow.expressionOf(rows.current()), rows.number(), Long.parseLong(fields[0]),
                            fields[1].isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(fields[1])),
                            SqliteChanges.instant(fields[2]), SqliteChanges.reason(fields[3])));
        }
    }

    @Override
    public long count(long listId, long atChange) throws IOException {
        return session.reading().number(EntryQueries.COUNT, listId, atChange);
    }

    @Override
    public long countOf(long listId, long sourceId, long atChange) throws IOException {
        return session.reading().number(EntryQueries.COUNT_OF_SOURCE, listId, atChange, sourceId);
    }

    @Override
    public void diff(long listId, long fromChange, long toChange, DiffSink sink) throws IOException {
        long low = Math.min(fromChange, toChange);
        long high = Math.max(fromChange, toChange);
        SlicedRows rows = new SlicedRows((expression, _) -> session.reading()
                .text(EntryQueries.DIFF, listId, expression, fromChange, toChange, low, high,
                        SlicedRows.ROWS_IN_SLICE));
        while (rows.advance()) {
            sink.take(SqlRow.expressionOf(rows.current()), rows.number() > 0, Math.abs(rows.number()));
        }
    }

    @Override
    public void changes(long listId, long fromChange, long toChange, Wanted wanted, ChangeSink sink)
            throws IOException {
        long low = Math.min(fromChange, toChange);
        long high = Math.max(fromChange, toChange);
        SlicedRows rows = new SlicedRows((expression, _) -> session.reading()
                .text(EntryQueries.CHANGES, listId, expression.isEmpty() ? wanted.after() : expression, fromChange,
                        toChange, low, high, SlicedRows.ROWS_IN_SLICE, wanted.containing()));
        SqliteChanges.read(rows, sink);
    }

    @Override
    public Spans spans(long listId, long since) {
        return new SqliteSpans(new SlicedRows((expression, source) -> session.reading()
                .text(EntryQueries.SPANS, listId, expression, source, since, SlicedRows.ROWS_IN_SLICE)));
    }

    @Override
    public long countEnded(long listId, long upTo) throws IOException {
        return session.reading().number(EntryQueries.COUNT_ENDED, listId, upTo);
    }

    @Override
    public List<Expression> ended(long listId, long upTo, String after, int limit) throws IOException {
        return session.reading()
                .list(EntryQueries.ENDED, row -> row.expression("expression"), listId, after, upTo, limit);
    }

    @Override
    public long forget(long listId, long upTo, Collection<Expression> expressions) throws IOException {
        Db db = session.writing();
        return JsonBatch.inBatches(expressions, json -> db.update(EntryQueries.FORGET, listId, upTo, json));
    }

    @Override
    public List<EntryRow> history(long listId, Expression expression) throws IOException {
        return session.reading().list(EntryQueries.HISTORY, SqliteEntries::entry, listId, expression.text());
    }

    private static EntryRow entry(SqlRow row) throws SQLException, IOException {
        return new EntryRow(row.expression("expression"), row.number("source_id"), row.number("added"),
                row.optionalNumber("removed"), row.optionalInstant("expires"), row.optionalText("reason"));
    }
}
