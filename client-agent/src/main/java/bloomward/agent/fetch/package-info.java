/// Fetching from servers: bytes, or the reason for their absence.
///
/// In: an address, a public path, a maximum length. Out: a [bloomward.agent.fetch.Reply], or a
/// [bloomward.agent.fetch.FetchException] with its reason. Fetched bytes are not trusted here: the callers check
/// signatures, digests and proofs. Every wait has an end, every length a bound, and no redirection is followed.
///
/// May import: `format.wire`, `program.http`, `program.text`.
/// Called by: `cli.agent`, `cli.check`, `confirm`, `doctor`, `report`, `service`, `update`.
@NullMarked
package bloomward.agent.fetch;

import org.jspecify.annotations.NullMarked;
