package bloomward.server.admin.view;

import java.time.Instant;

/// The answers about the audit log.
public final class AuditReports {

    private AuditReports() {}

    public record AuditView(long number, Instant at, String actor, String action, String subject, String detail,
            String hash) {}

    /// @param intact whether every hash fits
    /// @param firstBroken 0 if none is
    public record AuditVerification(boolean intact, long rows, String head, long firstBroken, String what) {}
}
