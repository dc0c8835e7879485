/// The parts of HTTP that agent and server share: proxies from the environment, and the `Retry-After` header.
///
/// May import: nothing.
/// Called by: the programs.
@NullMarked
package bloomward.program.http;

import org.jspecify.annotations.NullMarked;
