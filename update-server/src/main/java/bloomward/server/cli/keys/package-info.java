/// `bloomward-admin keys`: keys, roots and signatures, made on a machine that needs no network.
///
/// In: key files, pass phrases, notes in files. Out: signed notes, shown before they are signed. Only `submit`, `show` and
/// `sign-pending` talk to a server.
///
/// Trust: private keys and pass phrases stay in this process; files that hold keys are written for their owner alone.
///
/// May import: `admin`, `cli`, `cli.client`, `format`, `format.release`, `format.sign`, `program.command`,
/// `program.terminal`, `program.text`, `picocli`.
/// Called by: `cli.admin`.
@NullMarked
package bloomward.server.cli.keys;

import org.jspecify.annotations.NullMarked;
