/// Sorting of more rows than memory holds, outside any database.
///
/// In: expressions with their terms, in any order. Out: the same in order, each expression once, to be merged with the
/// rows of a source in one pass ([bloomward.server.store.sort.Sorter], [bloomward.server.store.sort.SortedCursor]; both
/// stores take them by [bloomward.server.store.sort.SortedStaging]). Files in a folder hold what memory does not; a start removes those that a crash has left.
///
/// May import: `store`, `format.io`, `format.url`.
/// Called by: `store.postgres`, `store.sql`, `store.sqlite`.
@NullMarked
package bloomward.server.store.sort;

import org.jspecify.annotations.NullMarked;
