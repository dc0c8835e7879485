package bloomward.server.store.postgres;

import bloomward.format.url.Expression;
import bloomward.server.store.EntryRow;
import bloomward.server.store.EntryTable;
import bloomward.server.store.Gathering;
import bloomward.server.store.sort.SortedGathering;
import bloomward.server.store.sort.Sorter;
import bloomward.server.store.sql.SqlRow;
import bloomward.server.store.sql.SqlSession;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Entries. Work on many of them is one statement for thousands.
final class PostgresEntries implements EntryTable {

    private final SqlSession<PostgresDb> session;
    private Optional<PostgresStaging> staging = Optional.empty();

    PostgresEntries(SqlSession<PostgresDb> session) {
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
        PostgresDb db = session.reading();
        if (db.number("SELECT count(*) FROM source WHERE id = ? AND list_id = ?", sourceId, listId) != 1) {
            throw new IllegalArgumentException("list " + listId + " has no source " + sourceId);
        }
        if (staging.isPresent()) {
            staging.get().close();
        }
        PostgresStaging begun = new PostgresStaging(session, listId, sourceId, gathered);
        session.closeAtEnd(begun);
        staging = Optional.of(begun);
        return begun;
    }

    @Override
    public long remove(long listId, long sourceId, Collection<Expression> expressions, long change) throws IOException {
        requireLast(session.writing(), listId, change);
        return inBatches(expressions, texts -> remove(session.writing(), listId, change,
                PostgresQueries.OF_EXPRESSIONS_AND_SOURCE, texts, sourceId));
    }

    @Override
    public long removeOfAll(long listId, Collection<Expression> expressions, long change) throws IOException {
        requireLast(session.writing(), listId, change);
        return inBatches(expressions,
                texts -> remove(session.writing(), listId, change, PostgresQueries.OF_EXPRESSIONS, (Object) texts));
    }

    /// Changes rows of a batch of expressions.
    @FunctionalInterface
    interface Changing {
        long of(String[] texts) throws IOException;
    }

    /// @return how many rows were changed
    static long inBatches(Collection<Expression> expressions, Changing changing) throws IOException {
        List<String> batch = new ArrayList<>();
        long changed = 0;
        for (Expression expression : expressions) {
            batch.add(expression.text());
            if (batch.size() == PostgresSlices.ROWS) {
                changed += changing.of(batch.toArray(String[]::new));
                batch.clear();
            }
        }
        return batch.isEmpty() ? changed : changed + changing.of(batch.toArray(String[]::new));
    }

    /// Removes the entries that a condition names.
    ///
    /// @param arguments from the third on
    static long remove(PostgresDb db, long listId, long change, String which, Object... arguments) throws IOException {
        Object[] all = new Object[2 + arguments.length];
        all[0] = listId;
        all[1] = change;
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return db.update(PostgresQueries.UNDO + which, all) + db.update(PostgresQueries.REMOVE + which, all);
    }

    /// Only the change that was begun last does something to entries, so a state that somebody has looked at stays.
    static void requireLast(PostgresDb db, long listId, long change) throws IOException {
        long last = db.number("SELECT coalesce(max(number), 0) FROM change WHERE list_id = ?", listId);
        if (change != last || change == 0) {
            throw new IllegalArgumentException(
                    "change " + change + " is not the last one of list " + listId + ", " + last);
        }
    }

    @Override
    public long expire(long listId, Instant now, long change) throws IOException {
        PostgresDb db = session.writing();
        requireLast(db, listId, change);
        return remove(db, listId, change, PostgresQueries.EXPIRED, now);
    }

    @Override
    public long countExpired(long listId, Instant now) throws IOException {
        return session.reading().number("""
                SELECT count(*) FROM entry
                WHERE list_id = ? AND removed IS NULL AND expires IS NOT NULL AND expires <= ?""", listId, now);
    }

    @Override
    public void revert(long listId, long toChange, long change) throws IOException {
        PostgresDb db = session.writing();
        requireLast(db, listId, change);
        remove(db, listId, change, PostgresQueries.NOT_THERE_AT, toChange);
        db.update(PostgresQueries.BRING_BACK, listId, change, toChange);
    }

    /// An expression with what a query says of it.
    private record Line(String expression, long number) {}

    @Override
    public void scan(long listId, long atChange, ListedSink sink) throws IOException {
        session.reading()
                .copyOut(PostgresQueries.SCAN.replace("?1", Long.toString(listId))
                        .replace("?2", Long.toString(atChange)), line -> {
                            int tab = line.lastIndexOf('\t');
                            // The only sign in an expression that COPY writes in another way.
                            String text = line.substring(0, tab).replace("\\\\", "\\");
                            sink.take(SqlRow.expressionOf(text), Long.parseLong(line, tab + 1, line.length() - 1, 10));
                        });
    }

    @Override
    public void entries(long listId, long atChange, Wanted wanted, EntrySink sink) throws IOException {
        try (PostgresSlices<EntryRow> rows = session.reading()
                .open(PostgresQueries.ENTRIES, PostgresEntries::entry, listId, atChange, wanted.after(),
                        wanted.containing())) {
            boolean goesOn = true;
            while (goesOn && rows.advance()) {
                goesOn = sink.take(rows.current());
            }
        }
    }

    @Override
    public long count(long listId, long atChange) throws IOException {
        return session.reading().number(PostgresQueries.COUNT, listId, atChange);
    }

    @Override
    public long countOf(long listId, long sourceId, long atChange) throws IOException {
        return session.reading().number(PostgresQueries.COUNT_OF_SOURCE, listId, atChange, sourceId);
    }

    @Override
    public void diff(long listId, long fromChange, long toChange, DiffSink sink) throws IOException {
        long low = Math.min(fromChange, toChange);
        long high = Math.max(fromChange, toChange);
        try (PostgresSlices<Line> lines = session.reading()
                .open(low == 0 ? PostgresQueries.DIFF_WITH_NOTHING : PostgresQueries.DIFF,
                        row -> new Line(row.text("expression"), row.number("number")), listId, "", fromChange, toChange,
                        low, high)) {
            while (lines.advance()) {
                long number = lines.current().number();
                sink.take(SqlRow.expressionOf(lines.current().expression()), number > 0, Math.abs(number));
            }
        }
    }

    @Override
    public void changes(long listId, long fromChange, long toChange, Wanted wanted, ChangeSink sink)
            throws IOException {
        long low = Math.min(fromChange, toChange);
        long high = Math.max(fromChange, toChange);
        try (PostgresSlices<String> changed = session.reading()
                .open(PostgresQueries.CHANGED, row -> row.text("expression"), listId, wanted.after(), fromChange,
                        toChange, low, high, wanted.containing())) {
            boolean goesOn = true;
            while (goesOn && changed.advance()) {
                goesOn = PostgresChanges.hand(session.reading(), listId, changed.slice(), fromChange, toChange, sink);
            }
        }
    }

    @Override
    public Spans spans(long listId, long since) {
        return new PostgresSpans(session, listId, since);
    }

    @Override
    public long countEnded(long listId, long upTo) throws IOException {
        return session.reading().number(PostgresQueries.COUNT_ENDED, listId, upTo);
    }

    @Override
    public List<Expression> ended(long listId, long upTo, String after, int limit) throws IOException {
        return session.reading()
                .list(PostgresQueries.ENDED, row -> row.expression("expression"), listId, after, upTo, limit);
    }

    @Override
    public long forget(long listId, long upTo, Collection<Expression> expressions) throws IOException {
        PostgresDb db = session.writing();
        return inBatches(expressions, texts -> db.update(PostgresQueries.FORGET, listId, upTo, texts));
    }

    @Override
    public List<EntryRow> history(long listId, Expression expression) throws IOException {
        return session.reading().list(PostgresQueries.HISTORY, PostgresEntries::entry, listId, expression.text());
    }

    private static EntryRow entry(SqlRow row) throws SQLException, IOException {
        return new EntryRow(row.expression("expression"), row.number("source_id"), row.number("added"),
                row.optionalNumber("removed"), row.optionalInstant("expires"), row.optionalText("reason"));
    }
}
