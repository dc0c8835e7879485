/// `bloomward agent`: enrols, runs, updates, installs and examines the agent of a machine.
///
/// In: arguments and settings. Out: the results of `service`, `install` and `doctor`, as text or JSON.
///
/// May import: `browser`, `check`, `cli.io`, `cli.settings`, `config`, `confirm`, `crowd`, `doctor`, `fetch`, `format`,
/// `install`, `service`, `socket`, `socket.message`, `store`, `update`, `format.io`, `format.release`, `format.sign`,
/// `program.command`, `program.http`, `program.pages`, `program.settings`, `program.terminal`, `program.text`,
/// `com.fasterxml.jackson`, `picocli`, `browser.install`.
/// Called by: `cli`.
@NullMarked
package bloomward.agent.cli.agent;

import org.jspecify.annotations.NullMarked;
