/// Confirms hits: the server is asked for one bucket, and proves its answer (FORMAT.md 16).
///
/// In: an expression that passed the filters of a list. Out: a [bloomward.agent.confirm.Confirmation]: listed and why, not
/// listed, or no answer. Only a bucket number leaves the machine. No answer, too many questions and a full queue are
/// never "not listed".
///
/// May import: `fetch`, `format`, `format.confirm`, `format.key`, `format.release`, `format.url`, `format.wire`.
/// Called by: `check`, `cli.agent`, `cli.check`, `service`.
@NullMarked
package bloomward.agent.confirm;

import org.jspecify.annotations.NullMarked;
