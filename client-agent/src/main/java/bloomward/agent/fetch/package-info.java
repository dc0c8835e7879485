/// Bytes from the server, and why there are none.
///
/// In: an address, a public path, how many bytes there may be at most. Out: a [bloomward.agent.fetch.Reply], or a
/// [bloomward.agent.fetch.FetchException] with its reason. Nothing that is fetched is believed here: whoever asks
/// checks signatures, digests and proofs. Every wait has an end, every length a bound, no redirection is followed.
///
/// May import: `format.wire`, `program.http`, `program.text`.
/// Called by: `cli.agent`, `cli.check`, `confirm`, `doctor`, `service`, `update`.
@NullMarked
package bloomward.agent.fetch;

import org.jspecify.annotations.NullMarked;
