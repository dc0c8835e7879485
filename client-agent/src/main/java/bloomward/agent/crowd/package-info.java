/// The agent among programs of many users: fair shares of its places and of its memory.
///
/// In: the [bloomward.agent.crowd.Peer] behind a connection, and what it wants. Out: a place or a part of the budget, at
/// once, after a wait, or not at all. Knows nothing of requests; what is refused here is refused aloud by its caller, and
/// never becomes a verdict.
///
/// May import: nothing.
/// Called by: `cli.agent`, `service`, `socket`.
@NullMarked
package bloomward.agent.crowd;

import org.jspecify.annotations.NullMarked;
