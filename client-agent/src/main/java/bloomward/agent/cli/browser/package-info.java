/// The commands for browsers and the people in front of them.
///
/// In: arguments and settings. Out: the plans of `browser.install`, shown or carried out; the results of `browser.host` and
/// of the running agent, as text, JSON, or frames.
///
/// May import: `browser`, `browser.host`, `browser.install`, `check`, `cli.io`, `cli.settings`, `config`, `install`,
/// `report`, `socket`, `socket.message`, `format.url`, `format.wire`, `program.command`, `program.settings`,
/// `program.terminal`, `program.text`, `com.fasterxml.jackson`, `picocli`.
/// Called by: `agent`, `cli`.
@NullMarked
package bloomward.agent.cli.browser;

import org.jspecify.annotations.NullMarked;
