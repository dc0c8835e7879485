package bloomward.server.store.sql;

import bloomward.format.Digest;
import bloomward.server.store.ReportKind;
import bloomward.server.store.ReportRow;
import bloomward.server.store.ReportState;
import bloomward.server.store.ReportTable;
import bloomward.server.store.ReportText;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Reports of people.
public final class SqlReports implements ReportTable {

    /// A report is published when the last of its changes is: a change of a list with the first version that has it, a change
    /// of the allow list with the first publication begun after the decision. One without changes is published when it is decided.
    /// A page that a deleted list blocked is free with the first publication without the list.
    private static final String SELECT = """
            SELECT report.*, CASE
                WHEN state <> 'ACCEPTED' THEN NULL
                WHEN NOT EXISTS (SELECT 1 FROM report_change WHERE report_id = report.id) THEN decided_at
                WHEN EXISTS (SELECT 1 FROM report_change AS c WHERE c.report_id = report.id AND c.list_id <> 0
                    AND NOT EXISTS (SELECT 1 FROM version AS v WHERE v.list_id = c.list_id AND v.change >= c.change)
                    AND (kind <> 'WRONG' OR EXISTS (
                        SELECT 1 FROM version AS v WHERE v.list_id = c.list_id AND v.replaced_at IS NULL)
                        OR NOT EXISTS (SELECT 1 FROM version AS v WHERE v.list_id = c.list_id)))
                    THEN NULL
                WHEN EXISTS (SELECT 1 FROM report_change WHERE report_id = report.id AND list_id = 0)
                    AND NOT EXISTS (SELECT 1 FROM publication WHERE NOT renews AND issued > decided_at) THEN NULL
                ELSE greater(
                    coalesce((SELECT max(coalesce((SELECT min(v.at) FROM version AS v
                            WHERE v.list_id = c.list_id AND v.change >= c.change),
                            (SELECT max(replaced_at) FROM version AS v WHERE v.list_id = c.list_id)))
                        FROM report_change AS c WHERE c.report_id = report.id AND c.list_id <> 0), 0),
                    coalesce((SELECT min(issued) FROM publication WHERE NOT renews AND issued > decided_at
                        AND EXISTS (SELECT 1 FROM report_change WHERE report_id = report.id AND list_id = 0)), 0))
                END AS published_at
            FROM report""";

    private final SqlSession<?> session;

    public SqlReports(SqlSession<?> session) {
        this.session = session;
    }

    @Override
    public ReportRow receive(Digest number, Digest content, ReportText text, Instant at) throws IOException {
        Sql db = session.writing();
        if (db.number("SELECT count(*) FROM report_number WHERE number = ?", number) != 0) {
            throw new IllegalArgumentException("a report of this number came before");
        }
        long id = db.number("""
                INSERT INTO report (kind, url, canonical, comment, verdict, list, expression, version, at, last_at, count,
                    state)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, 1, 'OPEN')
                ON CONFLICT (kind, key(canonical)) WHERE state = 'OPEN'
                DO UPDATE SET count = report.count + 1, last_at = greater(report.last_at, excluded.last_at),
                    comment = CASE report.comment WHEN '' THEN excluded.comment ELSE report.comment END
                RETURNING id""", text.kind(), text.url(), text.canonical(), text.comment(), text.verdict(), text.list(),
                text.expression(), text.version(), at);
        db.update("INSERT INTO report_number (number, report_id, content) VALUES (?, ?, ?)", number, id, content);
        return find(id).orElseThrow();
    }

    @Override
    public Optional<Receipt> receipt(Digest number) throws IOException {
        record Found(long report, Digest content) {}
        Optional<Found> found = session.reading()
                .first("SELECT * FROM report_number WHERE number = ?",
                        row -> new Found(row.number("report_id"), row.digest("content")), number);
        return found.isEmpty()
                ? Optional.empty()
                : find(found.get().report()).map(report -> new Receipt(found.get().content(), report));
    }

    @Override
    public Optional<ReportRow> findOpen(ReportKind kind, String canonical) throws IOException {
        return session.reading()
                .first(SELECT + " WHERE kind = ? AND key(canonical) = key(?) AND state = 'OPEN'", SqlReports::report,
                        kind, canonical);
    }

    @Override
    public Optional<ReportRow> find(long id) throws IOException {
        return session.reading().first(SELECT + " WHERE id = ?", SqlReports::report, id);
    }

    @Override
    public List<ReportRow> all(Choice choice, int limit) throws IOException {
        return session.reading().list(SELECT + """
                 WHERE (CAST(?1 AS text) IS NULL OR state = ?1) AND (CAST(?2 AS text) IS NULL OR kind = ?2)
                    AND (CAST(?3 AS text) IS NULL OR list = ?3)
                ORDER BY id LIMIT ?4""", SqlReports::report, choice.state(), choice.kind(), choice.list(), limit);
    }

    @Override
    public long countOpen(ReportKind kind) throws IOException {
        return session.reading().number("SELECT count(*) FROM report WHERE state = 'OPEN' AND kind = ?", kind);
    }

    @Override
    public Optional<Instant> oldestOpen() throws IOException {
        return session.reading()
                .first("SELECT min(at) AS oldest FROM report WHERE state = 'OPEN'",
                        row -> row.optionalInstant("oldest"))
                .flatMap(oldest -> oldest);
    }

    @Override
    public long countReceipts() throws IOException {
        return session.reading().number("SELECT count(*) FROM report_number");
    }

    @Override
    public long forgetReceipts() throws IOException {
        return session.writing()
                .update("""
                DELETE FROM report_number WHERE report_id = (SELECT id FROM report AS r WHERE state <> 'OPEN'
                    AND EXISTS (SELECT 1 FROM report_number WHERE report_id = r.id) ORDER BY decided_at, id LIMIT 1)""");
    }

    @Override
    public void decide(long id, ReportState state, ReportRow.Decision decision, List<Correction> corrections)
            throws IOException {
        if (state == ReportState.OPEN || (state == ReportState.REJECTED && !corrections.isEmpty())) {
            throw new IllegalArgumentException("no decision: " + state + " with " + corrections);
        }
        Sql db = session.writing();
        long rows = db.update("""
                UPDATE report SET state = ?, decided_by = ?, decided_at = ?, decision = ?, hold_id = NULL
                WHERE id = ? AND state = 'OPEN'""", state, decision.by(), decision.at(), decision.reason(), id);
        requireOne(rows, id);
        for (Correction correction : corrections) {
            db.update("INSERT INTO report_change (report_id, list_id, change) VALUES (?, ?, ?)", id,
                    correction.listId(), correction.change());
        }
    }

    @Override
    public void await(long id, OptionalLong hold) throws IOException {
        requireOne(session.writing().update("UPDATE report SET hold_id = ? WHERE id = ? AND state = 'OPEN'", hold, id),
                id);
    }

    private static void requireOne(long rows, long id) {
        if (rows != 1) {
            throw new IllegalArgumentException("no open report with id " + id);
        }
    }

    @Override
    public boolean hasLedTo(long listId, long change) throws IOException {
        return session.reading()
                .number("SELECT count(*) FROM report_change WHERE list_id = ? AND change = ?", listId, change) > 0;
    }

    @Override
    public List<ReportRow> waitingFor(long hold) throws IOException {
        return session.reading()
                .list(SELECT + " WHERE hold_id = ? AND state = 'OPEN' ORDER BY id", SqlReports::report, hold);
    }

    @Override
    public long erase(Instant decidedBefore) throws IOException {
        return session.writing().update("""
                UPDATE report SET url = '', canonical = '', comment = '', expression = NULL
                WHERE state <> 'OPEN' AND decided_at < ? AND url <> ''""", decidedBefore);
    }

    @Override
    public long remove(Instant cameBefore, Instant decidedBefore) throws IOException {
        Sql db = session.writing();
        String gone = "SELECT id FROM report WHERE (state = 'OPEN' AND last_at < ?) OR decided_at < ?";
        db.update("DELETE FROM report_number WHERE report_id IN (" + gone + ")", cameBefore, decidedBefore);
        db.update("DELETE FROM report_change WHERE report_id IN (" + gone + ")", cameBefore, decidedBefore);
        return db.update("DELETE FROM report WHERE id IN (" + gone + ")", cameBefore, decidedBefore);
    }

    private static ReportRow report(SqlRow row) throws SQLException {
        Optional<String> by = row.optionalText("decided_by");
        Optional<ReportRow.Decision> decision = by.isPresent()
                ? Optional.of(new ReportRow.Decision(by.get(), row.instant("decided_at"), row.text("decision")))
                : Optional.empty();
        ReportText text = new ReportText(ReportKind.valueOf(row.text("kind")), row.text("url"), row.text("canonical"),
                row.text("comment"), row.text("verdict"), row.optionalText("list"), row.optionalText("expression"),
                row.optionalNumber("version"));
        return new ReportRow(row.number("id"), text, row.instant("at"), row.instant("last_at"), row.number("count"),
                ReportState.valueOf(row.text("state")), row.number("hold_id"), decision,
                row.optionalInstant("published_at"));
    }
}
