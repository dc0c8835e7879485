/// The surroundings of a program: streams, variables, the person in front of it, the time.
///
/// Passed in, so that a test has its own.
///
/// May import: nothing.
/// Called by: `command`.
@NullMarked
package bloomward.program.terminal;

import org.jspecify.annotations.NullMarked;
