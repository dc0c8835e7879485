/// Makes the agent start by itself: an installed copy of the program, and systemd units that point at it.
///
/// In: where the program lies, for whom it is to run. Out: files, each shown before it is written with `--dry-run`.
///
/// May import: `config`. Called by: `cli`.
@NullMarked
package bloomward.agent.install;

import org.jspecify.annotations.NullMarked;
