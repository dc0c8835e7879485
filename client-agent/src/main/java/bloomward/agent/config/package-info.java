/// What the agent is told, and by whom: options, environment, the user's file, the system's files, defaults; and above all of
/// them what the machine's policy enforces (CONFIGURATION.md).
///
/// In: TOML files, variables, options. Out: [bloomward.agent.config.Config], each value with its origin. What is wrong names
/// file, line and key. Where no file is, no class of the TOML parser is loaded.
///
/// May import: `format.release`, `program.settings`, `program.text`, `program.toml`.
/// Called by: `cli`, `cli.agent`, `cli.check`, `cli.settings`, `doctor`, `service`.
@NullMarked
package bloomward.agent.config;

import org.jspecify.annotations.NullMarked;
