/// The command line of `bloomward`: from arguments to commands.
///
/// In: arguments and standard input. Out: results on standard output, everything else on the error stream, and an exit
/// code ([bloomward.agent.cli.Cli] has the table). `bloomward url` and `bloomward filter` show the format library at
/// work.
///
/// May import: `cli.agent`, `cli.browser`, `cli.check`, `cli.filter`, `cli.io`, `cli.settings`, `config`, `format`, `quickstart`,
/// `store`, `format.confirm`, `format.file`, `format.filter`, `format.key`, `format.release`, `format.sign`,
/// `format.url`, `program.command`, `program.pages`, `program.terminal`, `program.text`, `com.fasterxml.jackson`,
/// `picocli`.
/// Called by: `agent`.
@NullMarked
package bloomward.agent.cli;

import org.jspecify.annotations.NullMarked;
