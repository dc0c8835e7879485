package bloomward.server.store.postgres;

import bloomward.format.url.Expression;
import bloomward.server.store.AllowRow;
import bloomward.server.store.AllowTable;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The allow list.
final class PostgresAllowed implements AllowTable {

    private final PostgresSession session;

    PostgresAllowed(PostgresSession session) {
        this.session = session;
    }

    @Override
    public void put(AllowRow row) throws IOException {
        session.writing()
                .update("""
                INSERT INTO allow (expression, reason, actor, at, expires, is_held)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (text_digest(expression)) DO UPDATE SET reason = excluded.reason, actor = excluded.actor,
                    at = excluded.at, expires = excluded.expires, is_held = excluded.is_held""",
                        row.expression().text(), row.reason(), row.actor(), row.at(), row.expires(), row.isHeld());
    }

    @Override
    public boolean remove(Expression expression) throws IOException {
        return session.writing()
                .update("DELETE FROM allow WHERE text_digest(expression) = text_digest(?)", expression.text()) == 1;
    }

    @Override
    public Optional<AllowRow> find(Expression expression) throws IOException {
        return session.reading()
                .first("SELECT * FROM allow WHERE text_digest(expression) = text_digest(?)", PostgresAllowed::row,
                        expression.text());
    }

    @Override
    public long sizeInBytes() throws IOException {
        return session.reading().number("SELECT coalesce(sum(length(expression) + 1), 0) FROM allow WHERE NOT is_held");
    }

    @Override
    public List<AllowRow> all() throws IOException {
        return session.reading().list("SELECT * FROM allow ORDER BY expression", PostgresAllowed::row);
    }

    @Override
    public List<AllowRow> expire(Instant now) throws IOException {
        PostgresDb db = session.writing();
        List<AllowRow> gone = db.list("SELECT * FROM allow WHERE expires <= ? ORDER BY expression",
                PostgresAllowed::row, now);
        for (AllowRow row : gone) {
            remove(row.expression());
        }
        return gone;
    }

    private static AllowRow row(PostgresRow row) throws SQLException, IOException {
        return new AllowRow(row.expression("expression"), row.text("reason"), row.text("actor"), row.instant("at"),
                row.optionalInstant("expires"), row.flag("is_held"));
    }
}
