/// What was said of drafts and what happened over time: the part of the store that no publication depends on.
///
/// In: words of people about a draft, outcomes of fetches, sums by the hour. Out: the same, for pages and plots. All but the
/// words is forgotten after some months; its loss changes no list.
///
/// Trust: no address and no number of an agent gets here. The details of a failed fetch come from elsewhere and are text.
///
/// May import: `format`.
/// Called by: `admin`, `history`, `store`, `store.postgres`, `store.sql`, `store.sqlite`.
@NullMarked
package bloomward.server.store.history;

import org.jspecify.annotations.NullMarked;
