/// Filters: sets of hashes that answer "certainly not" or "perhaps".
///
/// In: 64-bit hashes of expressions ([bloomward.format.key.KeyHash]). Out: a [bloomward.format.filter.Filter]. The
/// programs use [bloomward.format.filter.PackedFilter] (disk and wire) and [bloomward.format.filter.FlatFilter]
/// (memory), both immutable and the second a pure function of the first. The mutable kinds
/// ([bloomward.format.filter.MutableFilter]) are for programs that need growth or removal in place.
///
/// May import: `format`, `key`, `rice`.
/// Called by: `delta`, `file`, `lookup`.
@NullMarked
package bloomward.format.filter;

import org.jspecify.annotations.NullMarked;
