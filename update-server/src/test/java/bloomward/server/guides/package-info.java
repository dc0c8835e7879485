/// The guides of this module, tried out: the commands that a page tells its reader to type are typed, into a real
/// shell.
///
/// In: README.md, PUBLISHING.md, OPERATING.md, KEYS.md and SCALING.md as they are. Out: a failure for each command that does not end
/// as its page says.
///
/// ```
/// page -> Guide: blocks, commands -> Shell: one sh for each page -> program.sh -> Desk: both programs, in one JVM
/// ```
@NullMarked
package bloomward.server.guides;

import org.jspecify.annotations.NullMarked;
