/// `bloomward filter`: builds, inspects and compares filter files, without a server or a store.
///
/// May import: `cli.io`, `format`, `format.delta`, `format.file`, `format.filter`, `format.io`, `format.key`,
/// `format.lookup`, `format.release`, `format.sign`, `format.url`, `program.command`, `program.terminal`,
/// `program.text`, `com.fasterxml.jackson`, `picocli`.
/// Called by: `cli`.
@NullMarked
package bloomward.agent.cli.filter;

import org.jspecify.annotations.NullMarked;
