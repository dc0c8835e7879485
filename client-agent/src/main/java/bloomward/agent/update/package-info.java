/// Installs what a server offers (FORMAT.md 19.3), and says when to ask again.
///
/// ```
/// latest -> signature, floor -> roots where needed -> manifest -> signatures, sequence
///     -> of each list deltas or packed -> digest -> flat -> digest -> test entries -> state file -> switch
/// ```
///
/// In: a [bloomward.agent.fetch.Transport], a [bloomward.agent.store.Store], the time. Out: an
/// [bloomward.agent.update.UpdateOutcome]; and from outcomes, when to poll next. Any refusal leaves every stored byte that
/// protects as it was.
///
/// May import: `fetch`, `format`, `store`, `format.delta`, `format.file`, `format.filter`, `format.io`, `format.key`,
/// `format.release`, `format.sign`, `format.wire`.
/// Called by: `cli.agent`, `service`.
@NullMarked
package bloomward.agent.update;

import org.jspecify.annotations.NullMarked;
