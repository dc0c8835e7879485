package bloomward.server.admin;

import bloomward.server.admin.view.AuditReports.AuditPart;
import bloomward.server.admin.view.AuditReports.AuditVerification;
import bloomward.server.admin.view.AuditReports.AuditView;
import bloomward.server.store.AuditLog;
import bloomward.server.store.AuditLog.AuditRow;
import bloomward.server.store.AuditLog.Verification;
import bloomward.server.store.FlatJson;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.OptionalLong;

/// The audit log: reading and verifying it.
public final class AuditAdmin {

    private final PublisherStore store;
    private final Clock clock;

    public AuditAdmin(PublisherStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /// Notes that somebody began or ended a session of the console.
    public void session(String name, boolean isBegun) throws IOException {
        store.write(tables -> tables.audit()
                .append(clock.instant(), name, isBegun ? "console sign-in" : "console sign-out", name, FlatJson.EMPTY));
    }

    /// Rows in their order.
    ///
    /// @param from number of the first row; empty for the newest rows
    public List<AuditView> rows(OptionalLong from, int limit) throws IOException {
        return store.read(tables -> from.isPresent()
                ? tables.audit().from(from.getAsLong(), limit)
                : tables.audit().newest(limit).reversed()).stream().map(AuditAdmin::view).toList();
    }

    /// Rows that fit, in their order, and where the rows before them end.
    ///
    /// @param before only rows below this number, 0 for the newest
    public AuditPart part(AuditLog.Choice choice, long before, int limit) throws IOException {
        List<AuditRow> rows = store
                .read(tables -> tables.audit().before(before == 0 ? Long.MAX_VALUE : before, choice, limit + 1));
        List<AuditRow> shown = rows.subList(0, Math.min(limit, rows.size()));
        return new AuditPart(shown.reversed().stream().map(AuditAdmin::view).toList(),
                rows.size() > limit ? shown.getLast().number() : 0);
    }

    private static AuditView view(AuditRow row) {
        return new AuditView(row.number(), row.at(), row.actor(), row.action(), row.subject(), row.detail(),
                row.hash().toHex());
    }

    /// Compares every hash of the chain.
    public AuditVerification verify() throws IOException {
        return switch (store.read(tables -> tables.audit().verify())) {
            case Verification.Intact(long rows, var head) -> new AuditVerification(true, rows, head.toHex(), 0, "");
            case Verification.Broken(long number, String what) -> new AuditVerification(false, 0, "", number, what);
        };
    }
}
