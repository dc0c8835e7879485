/// The entries of one version of one list to what is published of it.
///
/// In: expressions with their categories, in any order. Out: the packed file, the flat file
/// ([bloomward.server.compile.ListCompiler]), the leaves from which confirm questions are answered
/// ([bloomward.server.compile.ConfirmFiles]), and the deltas from older packed files
/// ([bloomward.server.compile.DeltaFiles]).
///
/// ```
/// expressions -> batches -+-> keys,   by first byte -> sort, distinct -> packed -> flat
///    (one thread)         |                                                 \----> deltas from older ones
///                         +-> hashes, by first byte -> sort -> leaves -> those that are new -> ConfirmFiles
///                   (all cores)                                \-> tree -> ConfirmRoot
/// ```
///
/// Where little has changed, a [bloomward.server.compile.NextVersion] is made without the entries that stay:
///
/// ```
/// changed expressions -+-> keys   + packed file of the version before, merged -> packed -> flat
///                      +-> hashes + buckets of the version before, those that change -> leaves, tree -> ConfirmRoot
/// ```
///
/// The same entries and list parameters make the same bytes anywhere, whatever the order, the number of cores or the
/// memory. Memory is bounded: what exceeds it waits in a scratch file. Nothing stands under its final name before it
/// is whole and on the disk.
///
/// May import: `format`, `format.confirm`, `format.delta`, `format.file`, `format.filter`, `format.io`, `format.key`,
/// `format.url`.
/// Called by: `export`, `mirror`, `publish`, `publish.folder`, `publish.version`, `safebrowsing`, `verify`.
@NullMarked
package bloomward.server.compile;

import org.jspecify.annotations.NullMarked;
