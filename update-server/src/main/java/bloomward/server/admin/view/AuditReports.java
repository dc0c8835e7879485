package bloomward.server.admin.view;

import java.time.Instant;
import java.util.List;

/// The answers about the audit log.
public final class AuditReports {

    private AuditReports() {}

    public record AuditView(long number, Instant at, String actor, String action, String subject, String detail,
            String hash) {}

    /// @param intact whether every hash fits
    /// @param firstBroken 0 if none is
    public record AuditVerification(boolean intact, long rows, String head, long firstBroken, String what) {}

    /// Rows that fit a question, in their order.
    ///
    /// @param next the number before which the rows before them begin, 0 at the end
    public record AuditPart(List<AuditView> rows, long next) {}
}
