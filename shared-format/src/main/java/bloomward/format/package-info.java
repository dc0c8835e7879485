/// From a URL to a filter file and its delta. The flow, one package a step:
///
/// ```
/// url text -> url -> Expressions -> key -> hash, FullHash
///                                            |
///                     filter  <--------------+     PackedFilter (disk, wire), FlatFilter (memory), library kinds
///                       |                          rice: how sorted keys become few bits
///                     file                         the checked container of a filter
///                       |
///                     lookup                       a URL to the entries that it hits
///                       |
///                     delta                        old file + delta = new file
///
///       FullHash -> confirm                        buckets, their tree, and what proves a bucket
///
///                     sign                         text to signed note, signed note to verified text
///                       |
///                     release                      root, manifest, latest: what is published, and whether it may be used
///                       |
///                     wire                         the paths under which it is served
/// ```
///
/// Imports go down this drawing's arrows backwards and never otherwise; this package itself holds only what every step
/// shares: the one exception with which it refuses bytes, [bloomward.format.FormatException], and the
/// [bloomward.format.Digest] by which it names them. The bytes are ruled by FORMAT.md.
///
/// May import: nothing.
/// Called by: `confirm`, `delta`, `file`, `filter`, `key`, `lookup`, `release`, `sign`, `wire`.
@NullMarked
package bloomward.format;

import org.jspecify.annotations.NullMarked;
