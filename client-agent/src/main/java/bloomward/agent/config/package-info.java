/// What the agent is told, and by whom: options, environment, the user's file, the system's file, defaults; and above all of
/// them what the machine's policy enforces.
///
/// In: TOML files, variables. Out: [bloomward.agent.config.Config], each value with its origin. What is wrong names file,
/// line and key.
///
/// May import: nothing of the agent. Called by: `service`, `install`, `cli`.
@NullMarked
package bloomward.agent.config;

import org.jspecify.annotations.NullMarked;
