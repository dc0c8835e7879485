/// The real server for the agent's tests: in this process, on a port of loopback, with trial keys, an SQLite file and people
/// who use its command line.
@NullMarked
package bloomward.agent.publisher;

import org.jspecify.annotations.NullMarked;
