/// Input and output of commands: inputs by the million, output files complete or not at all.
///
/// May import: `format`, `format.delta`, `format.file`, `format.release`, `format.sign`, `program.command`,
/// `program.terminal`, `program.text`, `com.fasterxml.jackson`, `picocli`.
/// Called by: `cli`, `cli.agent`, `cli.browser`, `cli.check`, `cli.filter`, `cli.settings`.
@NullMarked
package bloomward.agent.cli.io;

import org.jspecify.annotations.NullMarked;
