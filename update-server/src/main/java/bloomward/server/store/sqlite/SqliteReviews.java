package bloomward.server.store.sqlite;

import bloomward.server.store.history.ReviewTable;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// Words about drafts.
final class SqliteReviews implements ReviewTable {

    private final BorrowedConnection session;

    SqliteReviews(BorrowedConnection session) {
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
                .list("SELECT * FROM review WHERE list_id = ? AND at >= ? ORDER BY id", SqliteReviews::review, listId,
                        time);
    }

    private static ReviewRow review(Row row) throws SQLException, IOException {
        return new ReviewRow(row.number("list_id"), row.digest("draft"), Kind.valueOf(row.text("kind")),
                row.text("actor"), row.instant("at"), row.text("note"));
    }
}
