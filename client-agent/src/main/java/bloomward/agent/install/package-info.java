/// Installation of an agent that starts automatically: a copy of the program, and systemd units that point to it.
///
/// In: the folder of the program, and the users to serve. Out: a [bloomward.agent.install.Plan], which shows every file
/// with its content and every command, and carries itself out. Files are recorded before they are written, so that
/// uninstalling removes those and nothing else.
///
/// May import: nothing.
/// Called by: `browser.install`, `cli.agent`, `cli.browser`.
@NullMarked
package bloomward.agent.install;

import org.jspecify.annotations.NullMarked;
