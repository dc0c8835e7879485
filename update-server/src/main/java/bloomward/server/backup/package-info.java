/// Backup of a data folder to one file, and its restoration.
///
/// In: a data folder, or a backup. Out: the other of the two. A restored folder skips version numbers, so that none is
/// used twice with different content.
///
/// Trust: a backup contains the private keys of the folder. Its digests protect against damage, not against an
/// attacker.
///
/// May import: `format`, `publish.folder`, `shared`, `store`, `store.place`, `store.sqlite`, `format.io`,
/// `format.release`, `format.sign`, `format.wire`, `program.command`.
/// Called by: `cli.server`.
@NullMarked
package bloomward.server.backup;

import org.jspecify.annotations.NullMarked;
