package bloomward.agent.socket.message;

import bloomward.agent.report.Report;
import bloomward.agent.report.ReportState;
import bloomward.format.wire.ReportNumber;
import java.util.Optional;

/// The answer to a report.
///
/// @param report what is sent
/// @param filed empty for a preview
public record ReportAnswer(Report report, Optional<Filed> filed) {

    /// The receipt of a report that the agent keeps and will send.
    public record Filed(ReportNumber number, ReportState state) {}
}
