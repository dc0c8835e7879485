/// Figures over time, for plots: kept by a chore, and given out by the Admin API.
///
/// ```
/// versions, polls -> HistoryKeeper -> store.history -> History -> pages
/// ```
///
/// In: versions that nobody has counted yet, polls by the age of what they present. Out: rows for plots, each with its table.
/// 90 days.
///
/// Trust: of agents, only sums of whole hours are kept, in classes; small ones are not shown.
///
/// May import: `admin`, `admin.view`, `format.release`, `store`, `store.history`.
/// Called by: `api`, `serve`.
@NullMarked
package bloomward.server.history;

import org.jspecify.annotations.NullMarked;
