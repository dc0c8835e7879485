/// The public side as a folder, for any web server.
///
/// In: what a data folder has published, read from its files alone. Out: the same content under its public paths, the newest
/// note last, so that a reader never meets a note whose files are missing.
///
/// May import: `compile`, `format`, `publish`, `verify`, `format.confirm`, `format.io`, `format.release`, `format.sign`,
/// `format.wire`.
/// Called by: `cli.server`, `serve`.
@NullMarked
package bloomward.server.export;

import org.jspecify.annotations.NullMarked;
