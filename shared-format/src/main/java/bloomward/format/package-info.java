/// From a URL to a filter file and its delta. The flow, one package a step:
///
/// ```
/// url text -> url -> Expressions -> key -> hash, FullHash
///                                            |
///                     filter  <--------------+     PackedFilter (disk, wire), FlatFilter (memory), library kinds
///                       |                          rice: how sorted keys become few bits
///                     file                         the checked container of a filter
///                       |
///                     delta                        old file + delta = new file
///
///       FullHash -> confirm                        buckets, their tree, and what proves a bucket
///
///                     sign                         text to signed note, signed note to verified text
/// ```
///
/// Imports go down this drawing's arrows backwards and never otherwise; this package itself holds only the one
/// exception with which every step refuses bytes, [bloomward.format.FormatException]. The bytes are ruled by FORMAT.md.
@NullMarked
package bloomward.format;

import org.jspecify.annotations.NullMarked;
