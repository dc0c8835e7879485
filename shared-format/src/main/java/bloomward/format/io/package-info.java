/// Files as a whole or not at all.
///
/// In: bytes. Out: a file that is on the disk under its name, whole, or nothing
/// ([bloomward.format.io.DurableFiles]); and what a gzip file holds, or why it is refused
/// ([bloomward.format.io.GzipMembers]). Beside the flow.
///
/// May import: nothing.
/// Called by: the programs.
@NullMarked
package bloomward.format.io;

import org.jspecify.annotations.NullMarked;
