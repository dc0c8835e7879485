/// The copy of a store into one of another kind.
///
/// In: a store, and an empty one. Out: the same rows in both, compared by count and digest
/// ([bloomward.server.store.move.StoreMove]).
///
/// May import: `format`, `store`.
/// Called by: `setup`, `store.place`.
@NullMarked
package bloomward.server.store.move;

import org.jspecify.annotations.NullMarked;
