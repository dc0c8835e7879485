package bloomward.server.store.sqlite;

import bloomward.server.store.FeedRow;
import bloomward.server.store.FeedTable;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Feeds.
final class SqliteFeeds implements FeedTable {

    private final BorrowedConnection session;

    SqliteFeeds(BorrowedConnection session) {
        this.session = session;
    }

    @Override
    public void put(FeedRow feed) throws IOException {
        session.writing()
                .update("""
                INSERT OR REPLACE INTO feed (name, list_id, definition, is_enabled, last_attempt, last_success,
                    last_change, failures, last_error, counts)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""", feed.name(), feed.listId(), feed.definition(),
                        feed.isEnabled(), feed.lastAttempt(), feed.lastSuccess(), feed.lastChange(), feed.failures(),
                        feed.lastError(), feed.counts());
    }

    @Override
    public boolean remove(String name) throws IOException {
        return session.writing().update("DELETE FROM feed WHERE name = ?", name) > 0;
    }

    @Override
    public Optional<FeedRow> find(String name) throws IOException {
        return session.reading().first("SELECT * FROM feed WHERE name = ?", SqliteFeeds::row, name);
    }

    @Override
    public List<FeedRow> all() throws IOException {
        return session.reading().list("SELECT * FROM feed ORDER BY name", SqliteFeeds::row);
    }

    private static FeedRow row(Row row) throws SQLException {
        return new FeedRow(row.text("name"), row.number("list_id"), row.text("definition"), row.flag("is_enabled"),
                row.optionalInstant("last_attempt"), row.optionalInstant("last_success"),
                row.optionalInstant("last_change"), row.smallNumber("failures"), row.optionalText("last_error"),
                row.optionalText("counts"));
    }
}
