package bloomward.server.store.sql;

import bloomward.format.url.Expression;
import bloomward.server.store.AllowKey;
import bloomward.server.store.AllowRow;
import bloomward.server.store.AllowTable;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The allow list.
public final class SqlAllowed implements AllowTable {

    private final SqlSession<?> session;

    public SqlAllowed(SqlSession<?> session) {
        this.session = session;
    }

    @Override
    public void put(AllowRow row) throws IOException {
        session.writing()
                .update("""
                INSERT INTO allow (expression, list_id, name, reason, actor, at, expires, is_held)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (key(expression), list_id) DO UPDATE SET name = excluded.name,
                    reason = excluded.reason, actor = excluded.actor, at = excluded.at, expires = excluded.expires,
                    is_held = excluded.is_held""", row.expression().text(), row.listId(), row.name(), row.reason(),
                        row.actor(), row.at(), row.expires(), row.isHeld());
    }

    @Override
    public boolean remove(AllowKey key) throws IOException {
        return session.writing()
                .update("DELETE FROM allow WHERE key(expression) = key(?) AND list_id = ?", key.expression().text(),
                        key.listId()) == 1;
    }

    @Override
    public Optional<AllowRow> find(AllowKey key) throws IOException {
        return session.reading()
                .first("SELECT * FROM allow WHERE key(expression) = key(?) AND list_id = ?", SqlAllowed::row,
                        key.expression().text(), key.listId());
    }

    @Override
    public List<AllowRow> of(Expression expression) throws IOException {
        return session.reading()
                .list("SELECT * FROM allow WHERE key(expression) = key(?) ORDER BY list_id", SqlAllowed::row,
                        expression.text());
    }

    /// FORMAT.md 17.5: version 1 of the file has expressions alone, and version 2 is written where that does not do.
    @Override
    public long sizeInBytes() throws IOException {
        return session.reading().number("""
                SELECT coalesce(CASE WHEN max(allow.list_id) = 0 AND max(expires) IS NULL
                    THEN sum(length(expression) + 1)
                    ELSE sum(length(expression) + length(coalesce(list.name, '*')) + CASE WHEN expires IS NULL THEN 1 ELSE 20 END + 3)
                END, 0)
                FROM allow LEFT JOIN list ON list.id = allow.list_id WHERE NOT is_held""");
    }

    @Override
    public List<AllowRow> all() throws IOException {
        return session.reading().list("SELECT * FROM allow ORDER BY expression, list_id", SqlAllowed::row);
    }

    @Override
    public boolean hasExpired(Instant now) throws IOException {
        return session.reading().number("SELECT count(*) FROM allow WHERE expires <= ? AND NOT is_held", now) > 0;
    }

    @Override
    public List<AllowRow> expire(Instant now) throws IOException {
        Sql db = session.writing();
        List<AllowRow> gone = db.list("SELECT * FROM allow WHERE expires <= ? ORDER BY expression, list_id",
                SqlAllowed::row, now);
        for (AllowRow row : gone) {
            remove(row.key());
        }
        return gone;
    }

    private static AllowRow row(SqlRow row) throws SQLException, IOException {
        return new AllowRow(row.expression("expression"), row.number("list_id"), row.text("name"), row.text("reason"),
                row.text("actor"), row.instant("at"), row.optionalInstant("expires"), row.flag("is_held"));
    }
}
