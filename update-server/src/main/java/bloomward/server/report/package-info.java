/// Reports of people: "this is blocked by mistake", "this should be blocked" (FORMAT.md 18.2).
///
/// ```
/// bytes -> SubmissionReader -> Submission -> ReportIntake -> store      decided by people: admin
///                                              |
///                       number -> ReportIntake -> ReportStatus
/// ```
///
/// In: bodies of strangers. Out: rows that people decide about, and the state of one. Nothing here says where a report came
/// from, because nothing here knows.
///
/// Trust: every text of a report is hostile. It is checked, bounded and kept as it is; it is never followed, and reaches a
/// draft only through a person and the guards.
///
/// May import: `store`, `format`, `format.release`, `format.url`, `format.wire`, `com.fasterxml.jackson`, `org.slf4j`.
/// Called by: `http.report`, `serve`.
@NullMarked
package bloomward.server.report;

import org.jspecify.annotations.NullMarked;
