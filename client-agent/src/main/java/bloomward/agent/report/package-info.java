/// Keeps reports of people about mistakes of the lists until the publisher has them, then follows their state (FORMAT.md
/// 18.2).
///
/// In: a report, and the user who made it. Out: its number, and what became of it. A report is written before it is
/// acknowledged, sent under a number of its own as often as it takes, and forgotten but for number, kind, time, user,
/// publication and state once the publisher has it. Nothing of it is logged.
///
/// May import: `fetch`, `format`, `format.io`, `format.url`, `format.wire`, `program.text`, `com.fasterxml.jackson`.
/// Called by: `cli.browser`, `service`, `socket`, `socket.message`.
@NullMarked
package bloomward.agent.report;

import org.jspecify.annotations.NullMarked;
