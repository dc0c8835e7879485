/// The agent's settings on its command line: as options of commands, and as `bloomward config`.
///
/// May import: `cli.io`, `config`, `program.settings`, `program.terminal`, `program.text`, `picocli`.
/// Called by: `cli`, `cli.agent`, `cli.check`.
@NullMarked
package bloomward.agent.cli.settings;

import org.jspecify.annotations.NullMarked;
