/// A new data folder: store, keys, first root, and a token for its owner.
///
/// In: an empty folder and the publication's name. Out: a folder for `serve`. Also makes tokens on the machine, which
/// write access to the folder permits.
///
/// May import: `admin`, `admin.view`, `format`, `publish.folder`, `shared`, `store`, `store.move`, `store.place`,
/// `format.io`, `format.release`, `format.sign`, `program.command`.
/// Called by: `cli.server`.
@NullMarked
package bloomward.server.setup;

import org.jspecify.annotations.NullMarked;
