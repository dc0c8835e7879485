/// What shells and readers get to know of the commands: completions and manual pages.
///
/// In: the specification of all commands, as picocli holds it, so that no command is named here. Out: texts.
/// May import: nothing of the agent. Called by: `cli`.
@NullMarked
package bloomward.agent.cli.pages;

import org.jspecify.annotations.NullMarked;
