/// The work of `bloomward check` between an input and a line of output.
///
/// ```
/// bytes -> Judge (the mapped store, a file, or the running agent) -> Verdict -> Results -> lines
/// ```
///
/// In: the bytes of a URL. Out: a line in one of five formats. A million of them take about a second, so output that is
/// repeated a million times is written as bytes ([bloomward.agent.cli.check.JsonResults]).
///
/// May import: `check`, `cli.io`, `cli.settings`, `config`, `confirm`, `fetch`, `format`, `socket`,
/// `socket.message`, `store`, `format.file`, `format.io`, `format.release`, `format.sign`, `format.url`, `program.command`, `program.settings`,
/// `program.terminal`, `program.text`, `picocli`.
/// Called by: `cli`.
@NullMarked
package bloomward.agent.cli.check;

import org.jspecify.annotations.NullMarked;
