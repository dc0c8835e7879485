/// How far a piece of work is, told by the code that does it to the one that asked.
///
/// In: a step, and numbers. Out: the last of them. Nothing where nobody asked.
///
/// May import: nothing of ours.
/// Called by: `api`, `job`, `publish`.
@NullMarked
package bloomward.server.progress;

import org.jspecify.annotations.NullMarked;
