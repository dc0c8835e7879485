/// Shell completions and manual pages of a program, and the two commands that write them. Beside the flow: all programs
/// share them.
///
/// In: picocli's specification of all commands, so that no command is named here. Out: texts and files.
///
/// May import: `settings`, `picocli`.
/// Called by: the programs.
@NullMarked
package bloomward.program.pages;

import org.jspecify.annotations.NullMarked;
