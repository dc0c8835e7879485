package bloomward.server.store.sql;

import bloomward.format.url.Expression;
import bloomward.server.store.AllowKey;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldState;
import bloomward.server.store.HoldTable;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Holds. What belongs to no list has no list id there, and 0 here.
public final class SqlHolds implements HoldTable {

    private final SqlSession<?> session;

    public SqlHolds(SqlSession<?> session) {
        this.session = session;
    }

    @Override
    public long put(HoldRow hold) throws IOException {
        Sql db = session.writing();
        if (hold.state() != HoldState.OPEN || hold.decision().isPresent()) {
            throw new IllegalArgumentException("a new hold is open and undecided: " + hold);
        }
        return db.number("""
                INSERT INTO hold (list_id, source_id, expression, reason, detail, line, body, entry_expires,
                    entry_reason, by, at, allow_list_id, allow_name, state)
                VALUES (nullif(?, 0), nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'OPEN')
                ON CONFLICT (coalesce(list_id, 0), coalesce(source_id, 0), key(coalesce(expression, '')), allow_list_id)
                    WHERE state = 'OPEN'
                DO UPDATE SET reason = excluded.reason, detail = excluded.detail, line = excluded.line,
                    body = excluded.body, entry_expires = excluded.entry_expires,
                    entry_reason = excluded.entry_reason, allow_name = excluded.allow_name
                RETURNING id""", hold.listId(), hold.sourceId(), hold.expression().map(Expression::text), hold.reason(),
                hold.detail(), hold.line(), hold.body(), hold.entryExpires(), hold.entryReason(), hold.by(), hold.at(),
                hold.allowListId(), hold.allowName());
    }

    @Override
    public Optional<HoldRow> find(long id) throws IOException {
        return session.reading().first("SELECT * FROM hold WHERE id = ?", SqlHolds::hold, id);
    }

    @Override
    public List<HoldRow> all(long listId, HoldState state, int limit) throws IOException {
        return session.reading()
                .list("SELECT * FROM hold WHERE state = ?1 AND (?2 = 0 OR list_id = ?2) ORDER BY id LIMIT ?3",
                        SqlHolds::hold, state, listId, limit);
    }

    private static final String CHOSEN = """
            WHERE state = ?1 AND (?2 = 0 OR list_id = ?2) AND (?3 = '' OR reason = ?3)
                AND (?4 = '' OR source_id IN (SELECT id FROM source WHERE name = ?4)) AND id <= ?5
                AND (?6 = '' OR place(lower(expression), ?6) > 0)\s""";

    @Override
    public List<HoldRow> chosen(Choice choice, long after, int limit) throws IOException {
        return session.reading()
                .list("SELECT * FROM hold " + CHOSEN + "AND id > ?7 ORDER BY id LIMIT ?8", SqlHolds::hold,
                        choice.state(), choice.listId(), choice.reason(), choice.source(), choice.upTo(), choice.text(),
                        after, limit);
    }

    @Override
    public List<HoldRow> newest(Choice choice, long before, int limit) throws IOException {
        return session.reading()
                .list("SELECT * FROM hold " + CHOSEN + """
                AND (?7 = 0 OR (coalesce(decided_at, 0), id) < (
                    SELECT coalesce(decided_at, 0), id FROM hold WHERE id = ?7))
                ORDER BY coalesce(decided_at, 0) DESC, id DESC LIMIT ?8""", SqlHolds::hold, choice.state(),
                        choice.listId(), choice.reason(), choice.source(), choice.upTo(), choice.text(), before, limit);
    }

    @Override
    public List<Spread> spread(Choice choice) throws IOException {
        return session.reading()
                .list("""
                SELECT coalesce(list_id, 0) AS list, coalesce((SELECT name FROM source WHERE source.id = source_id), '') AS source,
                    at / 86400000 AS day, count(*) AS count
                FROM hold\s""" + CHOSEN + "GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
                        row -> new Spread(row.number("list"), row.text("source"), row.number("day"),
                                row.number("count")),
                        choice.state(), choice.listId(), choice.reason(), choice.source(), choice.upTo(),
                        choice.text());
    }

    @Override
    public Tally tally(Choice choice) throws IOException {
        record Count(String reason, long number, long highest) {}
        Map<String, Long> byReason = new TreeMap<>();
        long highest = 0;
        for (Count count : session.reading()
                .list("SELECT reason, count(*) AS number, max(id) AS highest FROM hold " + CHOSEN + "GROUP BY reason",
                        row -> new Count(row.text("reason"), row.number("number"), row.number("highest")),
                        choice.state(), choice.listId(), choice.reason(), choice.source(), choice.upTo(),
                        choice.text())) {
            byReason.put(count.reason(), count.number());
            highest = Math.max(highest, count.highest());
        }
        return new Tally(byReason, highest);
    }

    @Override
    public void reopen(long id) throws IOException {
        long rows = session.writing().update("""
                UPDATE hold SET state = 'OPEN', decided_by = NULL, decided_at = NULL, decision = NULL
                WHERE id = ? AND state IN ('RELEASED', 'REJECTED')""", id);
        if (rows != 1) {
            throw new IllegalArgumentException("no decided hold with id " + id);
        }
    }

    @Override
    public long count(long listId, HoldState state) throws IOException {
        return session.reading()
                .number("SELECT count(*) FROM hold WHERE state = ?1 AND (?2 = 0 OR list_id = ?2)", state, listId);
    }

    @Override
    public List<HeldCount> counts(long listId) throws IOException {
        return session.reading()
                .list("""
                SELECT source_id, state, count(DISTINCT expression) AS expressions FROM hold
                WHERE list_id = ? AND expression IS NOT NULL GROUP BY source_id, state ORDER BY source_id, state""",
                        row -> new HeldCount(row.number("source_id"), HoldState.valueOf(row.text("state")),
                                row.number("expressions")),
                        listId);
    }

    @Override
    public List<Waiting> waiting() throws IOException {
        return session.reading()
                .list("""
                SELECT coalesce(hold.list_id, 0) AS list, coalesce(source.name, '') AS source, reason, count(*) AS count,
                    min(at) AS oldest
                FROM hold LEFT JOIN source ON source.id = hold.source_id
                WHERE state = 'OPEN' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3""", row -> new Waiting(row.number("list"),
                        row.text("source"), row.text("reason"), row.number("count"), row.instant("oldest")));
    }

    @Override
    public Set<String> openBodies() throws IOException {
        return Set.copyOf(session.reading()
                .list("SELECT DISTINCT body FROM hold WHERE state = 'OPEN' AND body IS NOT NULL",
                        row -> row.text("body")));
    }

    @Override
    public Optional<HoldRow> lastDecision(long listId, Expression expression) throws IOException {
        return session.reading().first("""
                SELECT * FROM hold WHERE key(expression) = key(?) AND coalesce(list_id, 0) = ? AND state IN ('RELEASED', 'REJECTED')
                ORDER BY decided_at DESC, id DESC LIMIT 1""", SqlHolds::hold, expression.text(), listId);
    }

    @Override
    public Optional<HoldRow> lastDecision(AllowKey allowed) throws IOException {
        return session.reading()
                .first("""
                SELECT * FROM hold WHERE key(expression) = key(?) AND list_id IS NULL AND allow_list_id = ?
                    AND state IN ('RELEASED', 'REJECTED')
                ORDER BY decided_at DESC, id DESC LIMIT 1""", SqlHolds::hold, allowed.expression().text(),
                        allowed.listId());
    }

    @Override
    public void decide(long id, HoldState state, HoldRow.Decision decision) throws IOException {
        if (state != HoldState.RELEASED && state != HoldState.REJECTED) {
            throw new IllegalArgumentException("not for a person to decide: " + state);
        }
        long rows = session.writing().update("""
                UPDATE hold SET state = ?, decided_by = ?, decided_at = ?, decision = ?
                WHERE id = ? AND state = 'OPEN'""", state, decision.by(), decision.at(), decision.reason(), id);
        if (rows != 1) {
            throw new IllegalArgumentException("no open hold with id " + id);
        }
    }

    @Override
    public long withdraw(long listId, long sourceId, Collection<Long> stillThere) throws IOException {
        return session.writing().update("""
                UPDATE hold SET state = 'WITHDRAWN'
                WHERE state = 'OPEN' AND coalesce(list_id, 0) = ? AND coalesce(source_id, 0) = ?
                    AND id NOT IN numbers(?)""", listId, sourceId, stillThere.toString());
    }

    @Override
    public long withdrawAllowed(Collection<AllowKey> allowed) throws IOException {
        Sql db = session.writing();
        Map<Long, Set<Expression>> byList = new TreeMap<>();
        allowed.forEach(key -> byList.computeIfAbsent(key.listId(), _ -> new HashSet<>()).add(key.expression()));
        long closed = 0;
        for (Map.Entry<Long, Set<Expression>> of : byList.entrySet()) {
            closed += JsonBatch.inBatches(of.getValue(), json -> db.update("""
                    UPDATE hold SET state = 'WITHDRAWN'
                    WHERE state = 'OPEN' AND coalesce(list_id, 0) = 0 AND coalesce(source_id, 0) = 0 AND allow_list_id = ?
                        AND coalesce(expression, '') IN texts(?)""", of.getKey(), json));
        }
        return closed;
    }

    private static HoldRow hold(SqlRow row) throws SQLException, IOException {
        Optional<String> by = row.optionalText("decided_by");
        Optional<HoldRow.Decision> decision = Optional.empty();
        if (by.isPresent()) {
            Instant at = row.instant("decided_at");
            decision = Optional.of(new HoldRow.Decision(by.get(), at, row.text("decision")));
        }
        return new HoldRow(row.number("id"), row.number("list_id"), row.number("source_id"),
                row.optionalExpression("expression"), row.text("reason"), row.text("detail"), row.number("line"),
                row.optionalText("body"), row.optionalInstant("entry_expires"), row.optionalText("entry_reason"),
                row.text("by"), row.instant("at"), HoldState.valueOf(row.text("state")), decision,
                row.number("allow_list_id"), row.text("allow_name"));
    }
}
