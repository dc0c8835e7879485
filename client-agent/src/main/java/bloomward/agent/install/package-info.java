/// Makes the agent start by itself: an installed copy of the program, and systemd units that point at it.
///
/// In: where the program lies, for whom it is to run. Out: a [bloomward.agent.install.Plan], which shows every file with its
/// content and every command, and carries itself out. What it writes is written down first, so that uninstalling takes away
/// that and nothing else.
///
/// May import: nothing.
/// Called by: `cli.agent`.
@NullMarked
package bloomward.agent.install;

import org.jspecify.annotations.NullMarked;
