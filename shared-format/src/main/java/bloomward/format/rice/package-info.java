/// Sorted numbers to few bits and back: Golomb-Rice coding of gaps (FORMAT.md 5). Not exported.
///
/// In: an increasing row of numbers below a known bound. Out: a bit string with one possible form.
///
/// May import: nothing.
/// Called by: `delta`, `filter`.
@NullMarked
package bloomward.format.rice;

import org.jspecify.annotations.NullMarked;
