package bloomward.server.store.sql;

import bloomward.server.store.AuditChain;
import bloomward.server.store.AuditLog;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The audit log. The database itself refuses to change or delete a row; the chain ([AuditChain]) shows whether somebody got
/// around it.
public final class SqlAudit implements AuditLog {

    private final SqlSession<?> session;

    public SqlAudit(SqlSession<?> session) {
        this.session = session;
    }

    @Override
    public AuditRow append(Instant at, String actor, String action, String subject, String detail) throws IOException {
        Sql db = session.writing();
        AuditRow row = AuditChain.next(newest(1), at, actor, action, subject, detail);
        db.update("INSERT INTO audit (number, at, actor, action, subject, detail, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
                row.number(), row.at(), actor, action, subject, detail, row.hash());
        return row;
    }

    @Override
    public List<AuditRow> from(long number, int limit) throws IOException {
        return session.reading()
                .list("SELECT * FROM audit WHERE number >= ? ORDER BY number LIMIT ?", SqlAudit::row, number, limit);
    }

    @Override
    public List<AuditRow> newest(int limit) throws IOException {
        return session.reading().list("SELECT * FROM audit ORDER BY number DESC LIMIT ?", SqlAudit::row, limit);
    }

    @Override
    public List<AuditRow> before(long number, Choice choice, int limit) throws IOException {
        return session.reading()
                .list("""
                SELECT * FROM audit
                WHERE number < ?1 AND (?2 = '' OR actor = ?2)
                    AND (?3 = '' OR action = ?3 OR substr(action, 1, length(?3) + 1) = ?3 || ' ')
                    AND (?4 = '' OR place(lower(subject), lower(?4)) > 0 OR place(lower(detail), lower(?4)) > 0)
                ORDER BY number DESC LIMIT ?5""", SqlAudit::row, number, choice.actor(), choice.action(),
                        choice.subject(), limit);
    }

    @Override
    public Map<String, String> lastActors(String action) throws IOException {
        Map<String, String> actors = new HashMap<>();
        session.reading()
                .list("SELECT subject, actor FROM audit WHERE action = ? ORDER BY number",
                        row -> List.of(row.text("subject"), row.text("actor")), action)
                .forEach(each -> actors.put(each.getFirst(), each.getLast()));
        return actors;
    }

    @Override
    public Verification verify() throws IOException {
        return AuditChain.verify(this);
    }

    private static AuditRow row(SqlRow row) throws SQLException, IOException {
        return new AuditRow(row.number("number"), row.instant("at"), row.text("actor"), row.text("action"),
                row.text("subject"), row.text("detail"), row.digest("hash"));
    }
}
