/// The agent's settings and their sources: options, environment, the user's file, the system's files, defaults; and
/// above all of them the machine's policy (CONFIGURATION.md).
///
/// In: TOML files, variables, options. Out: [bloomward.agent.config.Config], each value with its origin. Errors name
/// file, line and key. If there is no file, no class of the TOML parser is loaded.
///
/// May import: `browser`, `format.release`, `program.settings`, `program.text`, `program.toml`.
/// Called by: `cli`, `cli.agent`, `cli.browser`, `cli.check`, `cli.settings`, `doctor`, `service`.
@NullMarked
package bloomward.agent.config;

import org.jspecify.annotations.NullMarked;
