/// Golomb-Rice coding of the gaps between sorted numbers (FORMAT.md 5). Not exported.
///
/// In: an increasing sequence of numbers below a known bound. Out: a bit string with one possible form.
///
/// May import: nothing.
/// Called by: `delta`, `filter`.
@NullMarked
package bloomward.format.rice;

import org.jspecify.annotations.NullMarked;
