/// The parts of HTTP that both programs need: which proxy the environment names.
///
/// May import: nothing.
/// Called by: the programs.
@NullMarked
package bloomward.program.http;

import org.jspecify.annotations.NullMarked;
