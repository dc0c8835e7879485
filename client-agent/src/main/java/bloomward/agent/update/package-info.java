/// Installs the newest publication of a server (FORMAT.md 19.3), and says when to ask again.
///
/// ```
/// latest -> signature, floor -> roots where needed -> manifest -> signatures, sequence
///     -> of each list deltas or packed -> digest -> test entries -> flat -> digest -> state file -> switch
/// ```
///
/// In: a [bloomward.agent.fetch.Transport], a [bloomward.agent.store.Store], the time. Out: an
/// [bloomward.agent.update.UpdateOutcome]; and from outcomes, when to poll next. A refusal leaves the
/// installed set unchanged.
///
/// May import: `fetch`, `format`, `store`, `format.delta`, `format.file`, `format.filter`, `format.io`, `format.key`,
/// `format.release`, `format.sign`, `format.wire`.
/// Called by: `cli.agent`, `doctor`, `service`.
@NullMarked
package bloomward.agent.update;

import org.jspecify.annotations.NullMarked;
