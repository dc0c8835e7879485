/// The agent's front door: [bloomward.agent.Main] is the program `bloomward`.
///
/// May import: `cli`, `cli.browser`, `program.terminal`.
/// Called by: nothing here.
@NullMarked
package bloomward.agent;

import org.jspecify.annotations.NullMarked;
