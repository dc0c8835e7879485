/// Durable and complete files, and what reading and writing them needs.
///
/// In: bytes. Out: a complete file on the disk under its name, or nothing ([bloomward.format.io.DurableFiles]); and the
/// content of a gzip file, or the reason why it is refused ([bloomward.format.io.GzipMembers]).
/// [bloomward.format.io.CloseOnFailure] closes anything that is half opened, [bloomward.format.io.IoWords] says what
/// failed, and [bloomward.format.io.SecondThread] does half of a long flow. Beside the flow.
///
/// May import: nothing.
/// Called by: `file`, `release`, `sign`, the programs.
@NullMarked
package bloomward.format.io;

import org.jspecify.annotations.NullMarked;
