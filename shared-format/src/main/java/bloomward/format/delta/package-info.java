/// Deltas: old file + delta = new file, byte for byte (FORMAT.md 8).
///
/// In: two packed files of one list. Out: a [bloomward.format.delta.Delta], which names the positions of removed keys
/// and the added keys; and from the old file and a delta, the new file. A delta needs no signature: its result has one.
///
/// May import: `file`, `filter`, `format`, `key`, `rice`.
/// Called by: the programs.
@NullMarked
package bloomward.format.delta;

import org.jspecify.annotations.NullMarked;
