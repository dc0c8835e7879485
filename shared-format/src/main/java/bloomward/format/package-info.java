/// From a URL to a filter file and its delta. The flow, with one package for each step:
///
/// ```
/// url text -> url -> Expressions -> key -> hash, FullHash
///                                            |
///                     filter  <--------------+     PackedFilter (disk, wire), FlatFilter (memory), library kinds
///                       |                          rice: a compact code for sorted keys
///                     file                         the checked container of a filter
///                       |
///                     lookup                       a URL to the entries that it hits
///                       |
///                     delta                        old file + delta = new file
///
///       FullHash -> confirm                        buckets, their tree, and proofs of buckets
///
///                     sign                         text to signed note, signed note to verified text
///                       |
///                     release                      root, manifest, latest: the publication, and whether it may be used
///                       |
///                     wire                         the paths under which it is served
/// ```
///
/// Imports go against the arrows of this drawing and never along them; this package itself contains only types shared
/// by all steps: [bloomward.format.FormatException], by which bytes are refused, and [bloomward.format.Digest], by
/// which they are named. FORMAT.md specifies the bytes.
///
/// May import: nothing.
/// Called by: `confirm`, `delta`, `file`, `filter`, `key`, `lookup`, `release`, `sign`, `wire`.
@NullMarked
package bloomward.format;

import org.jspecify.annotations.NullMarked;
