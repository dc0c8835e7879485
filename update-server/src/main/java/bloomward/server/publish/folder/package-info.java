/// Published files: where they lie in the data folder, and how they get there from a store that has them, too.
///
/// In: rows of files and versions from the store, confirm leaves of [bloomward.server.compile]. Out: files by digest under
/// the names that [bloomward.format.wire.PublicPath] gives, roots in their order, answers to confirm questions. A file whose
/// digest differs from what the store says is fetched anew; nothing is taken from the folder because it is there.
///
/// May import: `compile`, `format`, `store`, `store.cluster`, `format.confirm`, `format.delta`, `format.io`,
/// `format.release`, `format.sign`, `format.wire`.
/// Called by: `admin`, `backup`, `cli.server`, `export`, `mirror`, `publish`, `publish.version`, `serve`, `setup`,
/// `verify`.
@NullMarked
package bloomward.server.publish.folder;

import org.jspecify.annotations.NullMarked;
