package bloomward.server.store.sqlite;

import bloomward.format.Digest;
import bloomward.server.store.AuditLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The audit log. The database itself refuses to change or delete a row; the chain shows whether somebody got around it.
///
/// A hash is SHA-256 over the hash before (32 zeros before the first), number and time as big-endian 64-bit numbers, and
/// each text behind its length in bytes as a big-endian 32-bit number, in UTF-8.
final class SqliteAudit implements AuditLog {

    private static final int ROWS_AT_ONCE = 1000;

    private final BorrowedConnection session;

    SqliteAudit(BorrowedConnection session) {
        this.session = session;
    }

    @Override
    public AuditRow append(Instant at, String actor, String action, String subject, String detail) throws IOException {
        Db db = session.writing();
        List<AuditRow> last = newest(1);
        long number = last.isEmpty() ? 1 : last.getFirst().number() + 1;
        byte[] before = last.isEmpty() ? new byte[32] : last.getFirst().hash().toBytes();
        Instant time = at.truncatedTo(ChronoUnit.MILLIS);
        AuditRow row = new AuditRow(number, time, actor, action, subject, detail,
                hash(before, number, time, actor, action, subject, detail));
        db.update("INSERT INTO audit (number, at, actor, action, subject, detail, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
                row.number(), row.at(), actor, action, subject, detail, row.hash());
        return row;
    }

    @Override
    public List<AuditRow> from(long number, int limit) throws IOException {
        return session.reading()
                .list("SELECT * FROM audit WHERE number >= ? ORDER BY number LIMIT ?", SqliteAudit::row, number, limit);
    }

    @Override
    public List<AuditRow> newest(int limit) throws IOException {
        return session.reading().list("SELECT * FROM audit ORDER BY number DESC LIMIT ?", SqliteAudit::row, limit);
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
        byte[] before = new byte[32];
        long rows = 0;
        for (List<AuditRow> some = from(Long.MIN_VALUE, ROWS_AT_ONCE); !some.isEmpty(); some = from(rows + 1,
                ROWS_AT_ONCE)) {
            for (AuditRow row : some) {
                if (row.number() != rows + 1) {
                    return new Verification.Broken(row.number(), "row " + (rows + 1) + " is expected here");
                }
                Digest expected = hash(before, row.number(), row.at(), row.actor(), row.action(), row.subject(),
                        row.detail());
                if (!expected.equals(row.hash())) {
                    return new Verification.Broken(row.number(),
                            "hash " + row.hash().toHex() + ", expected " + expected.toHex());
                }
                before = expected.toBytes();
                rows++;
            }
        }
        return new Verification.Intact(rows, Digest.ofBytes(before));
    }

    private static Digest hash(byte[] before, long number, Instant at, String... texts) {
        MessageDigest sha256 = Digest.newSha256();
        sha256.update(before);
        sha256.update(ByteBuffer.allocate(16).putLong(number).putLong(at.toEpochMilli()).flip());
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            sha256.update(ByteBuffer.allocate(4).putInt(bytes.length).flip());
            sha256.update(bytes);
        }
        return Digest.finish(sha256);
    }

    private static AuditRow row(Row row) throws SQLException, IOException {
        return new AuditRow(row.number("number"), row.instant("at"), row.text("actor"), row.text("action"),
                row.text("subject"), row.text("detail"), row.digest("hash"));
    }
}
