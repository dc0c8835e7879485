/// What shells and readers get to know of a program's commands: completions and manual pages, and the two commands that give
/// them out. Beside the flow: all programs have them, so they are here once.
///
/// In: the specification of all commands, as picocli holds it, so that no command is named here. Out: texts and files.
///
/// May import: `picocli`.
/// Called by: the programs.
@NullMarked
package bloomward.program.pages;

import org.jspecify.annotations.NullMarked;
