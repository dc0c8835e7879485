/// The environment of a program: streams, variables, terminal, clock.
///
/// It is passed in, so that a test has its own.
///
/// May import: nothing.
/// Called by: `command`.
@NullMarked
package bloomward.program.terminal;

import org.jspecify.annotations.NullMarked;
