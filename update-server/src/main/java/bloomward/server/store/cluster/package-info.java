/// The servers that share one store: which of them leads, and where each of them stands.
///
/// ```
/// Pulse (a connection of its own): I live, I lead --> Beat: who leads, how far the store is
/// ServerTable (in a work):         requireLead(Fence) in every write of the leader
///                                  advance()          in every write that other servers have to hear of
/// ```
///
/// A lease ends by the database's clock. Its fence is a number that grows with each leader; a leader's write shares the row
/// that has it, so the next leader waits for that write, and the last one can write nothing after it. A server that was
/// stopped, or cut off, and comes back finds another fence.
///
/// Trust: a server that can write to the database can take the lease. The fence protects against mistakes, not against it.
///
/// May import: `format`.
/// Called by: `admin`, `cluster`, `publish`, `publish.folder`, `serve`, `store`, `store.place`, `store.postgres`,
/// `store.sqlite`.
@NullMarked
package bloomward.server.store.cluster;

import org.jspecify.annotations.NullMarked;
