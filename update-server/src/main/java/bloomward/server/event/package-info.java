/// News for people who look at a page: something was done, a job goes on, a report has come.
///
/// ```
/// audit log, reports, Jobs -> Events -> one stream for each receiver
/// ```
///
/// In: the store, asked once a second while anybody listens, so that what another server did is news, too; and the jobs of this
/// server. Out: names and numbers. A receiver asks the Admin API for the rest, by its own rights.
///
/// May import: `admin`, `job`, `store`.
/// Called by: `api`, `serve`.
@NullMarked
package bloomward.server.event;

import org.jspecify.annotations.NullMarked;
