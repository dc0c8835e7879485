/// The public side as a folder, for any web server.
///
/// In: the publication of a data folder, read from its files alone. Out: the same content under its public paths, with
/// the newest note written last, so that its files are never missing.
///
/// May import: `compile`, `format`, `publish`, `publish.folder`, `verify`, `format.confirm`, `format.io`,
/// `format.release`, `format.sign`, `format.wire`.
/// Called by: `cli.server`, `serve`.
@NullMarked
package bloomward.server.export;

import org.jspecify.annotations.NullMarked;
