package bloomward.agent.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.wire.ReportNumber;
import java.time.Instant;
import java.util.Optional;

/// A report that an agent keeps.
///
/// @param number under which it is sent
/// @param kind of the mistake
/// @param at when it was made
/// @param user who made it, as this machine names users
/// @param origin of the publication for which it is meant, and for no other
/// @param state of the report
/// @param content the text to send; empty once it is sent
public record FiledReport(ReportNumber number, ReportKind kind, Instant at, String user, String origin,
        ReportState state, Optional<String> content) {

    public FiledReport {
        if (content.isPresent() != (state == ReportState.WAITING)) {
            throw new IllegalArgumentException("a report has its content exactly while it waits");
        }
    }

    /// A new report.
    public static FiledReport of(Report report, ReportNumber number, Instant at, String user, String origin) {
        return new FiledReport(number, report.kind(), at, user, origin, ReportState.WAITING,
                Optional.of(new String(report.toBytes(number), UTF_8)));
    }

    /// The same report in a later state, without its content.
    FiledReport in(ReportState next) {
        return new FiledReport(number, kind, at, user, origin, next, Optional.empty());
    }
}
