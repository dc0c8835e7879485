/// Is this machine protected, and if not, what helps?
///
/// ```
/// settings -> policy -> store-folder -> state -> enrolled -> root -> files -> disk-space -> freshness -> test-entries
///     -> server, each address -> clock -> news -> agent -> socket -> memory -> unit
/// ```
///
/// In: a [bloomward.agent.config.Config] and what a [bloomward.agent.doctor.Doctor] examines with. Out:
/// [bloomward.agent.doctor.Finding]s, each with what to do. It changes nothing. What rests on something that is not there
/// is left out, so that one cause is one finding.
///
/// May import: `check`, `config`, `fetch`, `format`, `store`, `format.release`, `format.sign`, `format.wire`,
/// `program.settings`.
/// Called by: `cli.agent`.
@NullMarked
package bloomward.agent.doctor;

import org.jspecify.annotations.NullMarked;
