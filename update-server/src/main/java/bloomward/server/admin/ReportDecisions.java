package bloomward.server.admin;

import bloomward.server.admin.view.UserReports.ReportAcceptance;
import bloomward.server.store.FlatJson;
import bloomward.server.store.ReportRow;
import bloomward.server.store.ReportState;
import bloomward.server.store.ReportTable.Correction;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/// Stores decisions about reports. Each leaves a row in the audit log, without the URL: the URL is erased later, the log never.
///
/// @param desk gives the time
record ReportDecisions(Desk desk) {

    static ReportRow requireOpen(Tables tables, long id) throws IOException, Refusal {
        return tables.reports()
                .find(id)
                .filter(report -> report.state() == ReportState.OPEN)
                .orElseThrow(() -> new Refusal(Refusal.Code.NO_SUCH_REPORT, "there is no open report " + id));
    }

    /// Decides an open report.
    void decide(Tables tables, Principal who, long id, ReportState state, String reason, List<Correction> corrections)
            throws IOException, Refusal {
        requireOpen(tables, id);
        tables.reports().decide(id, state, new ReportRow.Decision(who.name(), desk.now(), reason), corrections);
        String action = state == ReportState.ACCEPTED ? "report accept" : "report reject";
        log(tables, who, action, id, FlatJson.of("reason", reason));
    }

    /// Leaves an open report waiting for the decision about a hold.
    void hold(Tables tables, Principal who, long id, long hold) throws IOException, Refusal {
        requireOpen(tables, id);
        tables.reports().await(id, OptionalLong.of(hold));
        log(tables, who, "report hold", id, FlatJson.of("hold", hold));
    }

    private void log(Tables tables, Principal who, String action, long id, FlatJson details) throws IOException {
        tables.audit().append(desk.now(), who.name(), action, Long.toString(id), details.toString());
    }

    /// The reason noted with the entry that a report leads to.
    static String reason(ReportRow report, ReportAcceptance wanted) {
        return "report #" + report.id() + Desk.text(wanted.reason()).map(each -> ": " + each).orElse("");
    }
}
