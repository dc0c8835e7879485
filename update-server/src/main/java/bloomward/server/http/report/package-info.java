/// The two paths for reports on the public listener: the only ones there that take a body or ask the store.
///
/// ```
/// Jetty -> ReportHandler: not a report path? -> PublicHandler
///                         POST: not of a web page -> type, length -> rate of the address -> place -> body -> ReportIntake
///                         GET:  rate of the address -> place -> ReportIntake
/// ```
///
/// In: requests. Out: answers without anything that a sender has written. Reading has its own handler, no lock and no store,
/// so a flood of reports takes places and rates of reports only.
///
/// Trust: no limit relies on a sender's cooperation. No address is logged or stored.
///
/// May import: `config`, `http`, `report`, `format.wire`, `io.micrometer`, `org.eclipse.jetty`, `org.slf4j`.
/// Called by: `http.files`, `serve`.
@NullMarked
package bloomward.server.http.report;

import org.jspecify.annotations.NullMarked;
