/// The choice of a store: SQLite in the data folder, or PostgreSQL.
///
/// In: the setting and the data folder. Out: an open store, or a look at one ([bloomward.server.store.place.StorePlace]).
///
/// Trust: the folder notes the id of its database. It protects against mistakes, not against an attacker.
///
/// May import: `store`, `store.cluster`, `store.move`, `store.postgres`, `store.sqlite`, `store.work`, `format.io`.
/// Called by: `backup`, `cli.server`, `serve`, `setup`, `verify`.
@NullMarked
package bloomward.server.store.place;

import org.jspecify.annotations.NullMarked;
