package bloomward.server.store;

import bloomward.format.Digest;
import bloomward.server.store.AuditLog.AuditRow;
import bloomward.server.store.AuditLog.Verification;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// The chain of the audit log, the same in every store.
///
/// A hash is SHA-256 over the hash before (32 zeros before the first), number and time as big-endian 64-bit numbers, and
/// each text behind its length in bytes as a big-endian 32-bit number, in UTF-8.
public final class AuditChain {

    private static final int ROWS_AT_ONCE = 1000;

    private AuditChain() {}

    /// The row that follows.
    ///
    /// @param newest the last row, if there is one
    public static AuditRow next(List<AuditRow> newest, Instant at, String actor, String action, String subject,
            String detail) {
        long number = newest.isEmpty() ? 1 : newest.getFirst().number() + 1;
        byte[] before = newest.isEmpty() ? new byte[32] : newest.getFirst().hash().toBytes();
        Instant time = at.truncatedTo(ChronoUnit.MILLIS);
        return new AuditRow(number, time, actor, action, subject, detail,
                hash(before, number, time, actor, action, subject, detail));
    }

    /// Reads all of a log and compares every hash.
    public static Verification verify(AuditLog log) throws IOException {
        byte[] before = new byte[32];
        long rows = 0;
        for (List<AuditRow> some = log.from(Long.MIN_VALUE, ROWS_AT_ONCE); !some.isEmpty(); some = log.from(rows + 1,
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
}
