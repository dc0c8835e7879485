/// One server among those that share a store: whether it leads, and whether it is behind.
///
/// ```
/// Membership: a thread that beats --> Lead: chores of the leader, whose writes FencedStore checks
///      |
///      +--> news --> publish.Commits.follow: files, confirm answers, snapshot
///      +--> isCurrent: the answer to a balancer
/// ```
///
/// In: the pulse of a store that several servers share, or none. Out: the right to do what only one may do. A single server
/// with a store of its own always leads.
///
/// Trust: the right is checked in the store, in each transaction; what a server believes about itself only saves work.
///
/// May import: `store`, `store.cluster`, `org.slf4j`.
/// Called by: `serve`.
@NullMarked
package bloomward.server.cluster;

import org.jspecify.annotations.NullMarked;
