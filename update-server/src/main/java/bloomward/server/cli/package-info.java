/// The common parts of commands: options, the session with a server, and exit codes for failures.
///
/// ```
/// bloomward-admin:  options, environment -> AdminSession -> cli.client (HTTP, records of admin) -> page or JSON
/// bloomward-server: options, environment, TOML -> Settings -> serve | setup | backup | verify | export
/// ```
///
/// In: the arguments and environment of one of the two programs. Out: results on standard output, all other text on
/// standard error, and an exit code ([bloomward.program.command.ExitCode] has the table). Nothing here ends the
/// process.
///
/// May import: `admin`, `cli.client`, `program.command`, `program.terminal`, `program.text`, `com.fasterxml.jackson`,
/// `picocli`.
/// Called by: `cli.admin`, `cli.keys`, `cli.server`.
@NullMarked
package bloomward.server.cli;

import org.jspecify.annotations.NullMarked;
