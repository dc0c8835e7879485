package bloomward.server.store.sql;

import bloomward.server.store.history.ReviewTable;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// Words about drafts.
public final class SqlReviews implements ReviewTable {

    private final SqlSession<?> session;

    public SqlReviews(SqlSession<?> session) {
        this.session = session;
    }

    @Override
    public void add(ReviewRow row) throws IOException {
        session.writing()
                .update("INSERT INTO review (list_id, draft, kind, actor, at, note) VALUES (?, ?, ?, ?, ?, ?)",
                        row.listId(), row.draft(), row.kind(), row.actor(), row.at(), row.note());
    }

    @Override
    public List<ReviewRow> since(long listId, Instant time) throws IOException {
        return session.reading()
                .list("SELECT * FROM review WHERE list_id = ? AND at >= ? ORDER BY id", SqlReviews::review, listId,
                        time);
    }

    private static ReviewRow review(SqlRow row) throws SQLException, IOException {
        return new ReviewRow(row.number("list_id"), row.digest("draft"), Kind.valueOf(row.text("kind")),
                row.text("actor"), row.instant("at"), row.text("note"));
    }
}
