/// The agent's settings on the command line: as options of commands, and in `bloomward config`.
///
/// May import: `cli.io`, `config`, `program.settings`, `program.terminal`, `program.text`, `picocli`.
/// Called by: `cli`, `cli.agent`, `cli.browser`, `cli.check`.
@NullMarked
package bloomward.agent.cli.settings;

import org.jspecify.annotations.NullMarked;
