/// `bloomward-admin keys`: keys, roots and signatures, for a machine without a network.
///
/// In: key files, pass phrases, notes in files. Out: signed notes, shown before signing. Only `submit`, `show` and
/// `sign-pending` contact a server.
///
/// Trust: private keys and pass phrases stay in this process; only the owner can read files with keys.
///
/// May import: `admin.view`, `cli`, `cli.client`, `format`, `format.release`, `format.sign`, `program.command`,
/// `program.terminal`, `program.text`, `picocli`.
/// Called by: `cli.admin`.
@NullMarked
package bloomward.server.cli.keys;

import org.jspecify.annotations.NullMarked;
