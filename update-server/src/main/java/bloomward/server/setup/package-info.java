/// A new data folder: store, keys, first root, and a token for its owner.
///
/// In: an empty folder and what the publication is to be called. Out: a folder that `serve` can use. A token made on the
/// machine belongs here, too: whoever can write the folder can make one.
///
/// May import: `admin`, `format`, `publish`, `store.sqlite`, `format.io`, `format.release`, `format.sign`,
/// `program.command`.
/// Called by: `cli.server`.
@NullMarked
package bloomward.server.setup;

import org.jspecify.annotations.NullMarked;
