/// Running a command line, up to its exit code.
///
/// In: a program's commands, its arguments and its environment. Out: an exit code
/// ([bloomward.program.command.ExitCode] has the table), and for an error a line on the error stream. Nothing here ends
/// the process.
///
/// May import: `format`, `format.io`, `terminal`, `text`, `picocli`.
/// Called by: the programs.
@NullMarked
package bloomward.program.command;

import org.jspecify.annotations.NullMarked;
