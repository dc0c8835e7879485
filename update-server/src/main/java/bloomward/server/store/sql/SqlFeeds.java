package bloomward.server.store.sql;

import bloomward.server.store.FeedRow;
import bloomward.server.store.FeedTable;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Feeds.
public final class SqlFeeds implements FeedTable {

    private final SqlSession<?> session;

    public SqlFeeds(SqlSession<?> session) {
        this.session = session;
    }

    @Override
    public void put(FeedRow feed) throws IOException {
        session.writing()
                .update("""
                INSERT INTO feed (name, list_id, definition, is_enabled, last_attempt, last_success,
                    last_change, failures, last_error, counts)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET list_id = excluded.list_id, definition = excluded.definition,
                    is_enabled = excluded.is_enabled, last_attempt = excluded.last_attempt,
                    last_success = excluded.last_success, last_change = excluded.last_change,
                    failures = excluded.failures, last_error = excluded.last_error, counts = excluded.counts""",
                        feed.name(), feed.listId(), feed.definition(), feed.isEnabled(), feed.lastAttempt(),
                        feed.lastSuccess(), feed.lastChange(), feed.failures(), feed.lastError(), feed.counts());
    }

    @Override
    public boolean remove(String name) throws IOException {
        return session.writing().update("DELETE FROM feed WHERE name = ?", name) > 0;
    }

    @Override
    public Optional<FeedRow> find(String name) throws IOException {
        return session.reading().first("SELECT * FROM feed WHERE name = ?", SqlFeeds::row, name);
    }

    @Override
    public List<FeedRow> all() throws IOException {
        return session.reading().list("SELECT * FROM feed ORDER BY name", SqlFeeds::row);
    }

    private static FeedRow row(SqlRow row) throws SQLException {
        return new FeedRow(row.text("name"), row.number("list_id"), row.text("definition"), row.flag("is_enabled"),
                row.optionalInstant("last_attempt"), row.optionalInstant("last_success"),
                row.optionalInstant("last_change"), row.smallNumber("failures"), row.optionalText("last_error"),
                row.optionalText("counts"));
    }
}
