/// What a hit is worth: the server is asked for one bucket, and proves its answer (FORMAT.md 16).
///
/// In: an expression that passed the filters of a list. Out: a [bloomward.agent.confirm.Confirmation]: listed and why, not
/// listed, or no answer. What leaves the machine is a bucket number. No answer, too many questions and a full queue are
/// never "not listed".
///
/// May import: `fetch`. Called by: `check`; made by `service` and `cli`.
@NullMarked
package bloomward.agent.confirm;

import org.jspecify.annotations.NullMarked;
