/// Recipes: one class for one problem, each a test that runs. COOKBOOK.md is their table of contents.
///
/// Every recipe says which kind of filter it takes and why, with the bits an entry and the rate. The data behind a
/// filter is real, files that are read, so that a filter's saving is counted and not claimed.
@NullMarked
package bloomward.cookbook;

import org.jspecify.annotations.NullMarked;
