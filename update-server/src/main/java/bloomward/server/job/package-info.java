/// Work that takes a while and is asked for by people: it goes on when they leave, and its outcome can be looked up later.
///
/// ```
/// request -> Jobs -> a thread of its own: work -> Progress -> JobState
///                                                              \-> the people who ask for the job
/// ```
///
/// In: work, and whose it is. Out: its state, for a day. In memory: a job belongs to the server that does it, and ends with it;
/// whatever it has done is in the store and in the audit log.
///
/// May import: `admin`, `progress`, `org.slf4j`.
/// Called by: `api`, `event`, `serve`.
@NullMarked
package bloomward.server.job;

import org.jspecify.annotations.NullMarked;
