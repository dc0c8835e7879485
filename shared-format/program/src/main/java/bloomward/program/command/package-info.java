/// A command line to an exit code.
///
/// In: a program's commands, its arguments and its surroundings. Out: an exit code
/// ([bloomward.program.command.ExitCode] has the table), and for what went wrong a line on the error stream. Nothing here ends
/// the process.
///
/// May import: `format`, `terminal`, `text`, `picocli`.
/// Called by: the programs.
@NullMarked
package bloomward.program.command;

import org.jspecify.annotations.NullMarked;
