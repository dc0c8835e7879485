package bloomward.server.report;

import bloomward.server.store.ReportRow;
import java.time.Instant;
import java.util.Locale;

/// The state of a report, as its sender learns it.
///
/// @param at when it became so
public record ReportStatus(Stage stage, Instant at) {

    /// The stages of a report.
    public enum Stage {
        RECEIVED, ACCEPTED, PUBLISHED, REJECTED;

        /// The word in JSON.
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static ReportStatus of(ReportRow report) {
        Instant decided = report.decision().map(ReportRow.Decision::at).orElse(report.at());
        return switch (report.state()) {
            case OPEN -> new ReportStatus(Stage.RECEIVED, report.at());
            case REJECTED -> new ReportStatus(Stage.REJECTED, decided);
            case ACCEPTED -> report.publishedAt()
                    .map(at -> new ReportStatus(Stage.PUBLISHED, at.isBefore(decided) ? decided : at))
                    .orElse(new ReportStatus(Stage.ACCEPTED, decided));
        };
    }
}
