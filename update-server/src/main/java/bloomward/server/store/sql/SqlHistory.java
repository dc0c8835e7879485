package bloomward.server.store.sql;

import bloomward.server.store.history.HistoryTable;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Figures over time.
public final class SqlHistory implements HistoryTable {

    /// The source that stands for all.
    private static final long ALL = 0;

    private final SqlSession<?> session;

    public SqlHistory(SqlSession<?> session) {
        this.session = session;
    }

    @Override
    public List<Uncounted> uncounted(Instant since, int limit) throws IOException {
        return session.reading()
                .list("""
                SELECT list_id, version, change FROM version
                WHERE at >= ? AND NOT EXISTS (
                    SELECT 1 FROM version_source AS counted
                    WHERE counted.list_id = version.list_id AND counted.version = version.version)
                ORDER BY at DESC LIMIT ?""",
                        row -> new Uncounted(row.number("list_id"), row.number("version"), row.number("change")), since,
                        limit);
    }

    /// An entry of one source.
    private record Counted(long sourceId, long entries) {}

    @Override
    public Map<Long, Long> count(long listId, long atChange) throws IOException {
        return map(session.reading()
                .list("""
                SELECT source_id, count(*) AS entries FROM entry
                WHERE list_id = ?1 AND added <= ?2 AND (removed IS NULL OR removed > ?2) GROUP BY source_id""",
                        SqlHistory::counted, listId, atChange));
    }

    @Override
    public void keep(long listId, long version, Map<Long, Long> entriesBySource) throws IOException {
        Map<Long, Long> all = new TreeMap<>(entriesBySource);
        all.put(ALL, entriesBySource.values().stream().mapToLong(Long::longValue).sum());
        for (Map.Entry<Long, Long> each : all.entrySet()) {
            session.writing()
                    .update("""
                    INSERT INTO version_source (list_id, version, source_id, entries) VALUES (?, ?, ?, ?)
                    ON CONFLICT (list_id, version, source_id) DO NOTHING""", listId, version, each.getKey(),
                            each.getValue());
        }
    }

    @Override
    public Map<Long, Long> sources(long listId, long version) throws IOException {
        return map(session.reading().list("""
                SELECT source_id, entries FROM version_source
                WHERE list_id = ? AND version = ? AND source_id <> 0""", SqlHistory::counted, listId, version));
    }

    private static Counted counted(SqlRow row) throws SQLException {
        return new Counted(row.number("source_id"), row.number("entries"));
    }

    private static Map<Long, Long> map(List<Counted> counts) {
        Map<Long, Long> map = new TreeMap<>();
        counts.forEach(each -> map.put(each.sourceId(), each.entries()));
        return map;
    }

    @Override
    public void fetched(FetchRow fetch) throws IOException {
        session.writing()
                .update("""
                INSERT INTO feed_fetch (feed, at, outcome, lines, accepted, held, rejected, added, removed, detail)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""", fetch.feed(), fetch.at(), fetch.outcome(), fetch.lines(),
                        fetch.accepted(), fetch.held(), fetch.rejected(), fetch.added(), fetch.removed(),
                        fetch.detail());
    }

    @Override
    public List<FetchRow> fetches(String feed, Instant since, int limit) throws IOException {
        return session.reading()
                .list("""
                SELECT * FROM feed_fetch WHERE at >= ?1 AND (?2 = '' OR feed = ?2) ORDER BY at DESC, id DESC LIMIT ?3""",
                        SqlHistory::fetch, since, feed, limit);
    }

    private static FetchRow fetch(SqlRow row) throws SQLException {
        return new FetchRow(row.text("feed"), row.instant("at"), row.text("outcome"), row.number("lines"),
                row.number("accepted"), row.number("held"), row.number("rejected"), row.number("added"),
                row.number("removed"), row.text("detail"));
    }

    @Override
    public void add(Instant hour, String name, long amount) throws IOException {
        session.writing().update("""
                INSERT INTO hourly (hour, name, amount) VALUES (?, ?, ?)
                ON CONFLICT (hour, name) DO UPDATE SET amount = hourly.amount + excluded.amount""", hour, name, amount);
    }

    @Override
    public List<HourRow> hours(Instant since) throws IOException {
        return session.reading()
                .list("SELECT * FROM hourly WHERE hour >= ? ORDER BY hour, name",
                        row -> new HourRow(row.instant("hour"), row.text("name"), row.number("amount")), since);
    }

    @Override
    public List<DayCount> held(Instant since) throws IOException {
        return session.reading()
                .list("SELECT at / 86400000 AS day, count(*) AS count FROM hold WHERE at >= ? GROUP BY 1 ORDER BY 1",
                        row -> new DayCount(row.number("day"), row.number("count")), since);
    }

    @Override
    public List<DayCount> decided(Instant since) throws IOException {
        return session.reading().list("""
                SELECT decided_at / 86400000 AS day, count(*) AS count FROM hold WHERE decided_at >= ?
                GROUP BY 1 ORDER BY 1""", row -> new DayCount(row.number("day"), row.number("count")), since);
    }

    @Override
    public long forget(Instant before) throws IOException {
        return session.writing().update("DELETE FROM feed_fetch WHERE at < ?", before)
                + session.writing().update("DELETE FROM hourly WHERE hour < ?", before) + session.writing().update("""
                DELETE FROM version_source WHERE EXISTS (
                    SELECT 1 FROM version
                    WHERE version.list_id = version_source.list_id AND version.version = version_source.version
                        AND version.at < ?)""", before);
    }
}
