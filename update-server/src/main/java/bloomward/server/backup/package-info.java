/// A data folder to one file, and one file to a data folder.
///
/// In: a data folder, or a backup. Out: the other one of the two. A restored folder skips numbers of versions, so that none
/// is used twice for other content.
///
/// Trust: a backup holds the private keys that the folder held. Its digests protect against damage, not against an attacker.
///
/// May import: `format`, `publish`, `store`, `store.sqlite`, `format.io`, `format.release`, `format.sign`, `format.wire`,
/// `program.command`.
/// Called by: `cli.server`.
@NullMarked
package bloomward.server.backup;

import org.jspecify.annotations.NullMarked;
