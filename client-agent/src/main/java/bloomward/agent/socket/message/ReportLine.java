package bloomward.agent.socket.message;

import bloomward.agent.report.ReportKind;
import bloomward.agent.report.ReportState;
import bloomward.format.wire.ReportNumber;
import java.time.Instant;

/// A report that was made, as its user sees it. What it said is no longer known once the publisher has it.
///
/// @param number of the report
/// @param kind of the mistake
/// @param at when it was made
/// @param state what became of it
public record ReportLine(ReportNumber number, ReportKind kind, Instant at, ReportState state) {}
