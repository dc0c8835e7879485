/// Connections for the works of a store, and the lock of its folder.
///
/// In: a way to open connections. Out: one for each work, at most so many at a time
/// ([bloomward.server.store.work.ReaderPool]); one process for each folder ([bloomward.server.store.work.StoreLock]).
///
/// May import: `store`, `format.io`.
/// Called by: `store.place`, `store.postgres`, `store.sqlite`.
@NullMarked
package bloomward.server.store.work;

import org.jspecify.annotations.NullMarked;
