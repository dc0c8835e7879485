/// Diagnosis of an agent: whether it protects this machine, and remedies if it does not.
///
/// ```
/// settings -> policy -> store-folder -> state -> enrolled -> root -> files -> disk-space -> freshness -> test-entries
///     -> server, each address -> clock -> news -> agent -> socket -> memory -> unit
/// ```
///
/// In: a [bloomward.agent.config.Config] and [bloomward.agent.doctor.Instruments]. Out:
/// [bloomward.agent.doctor.Finding]s, each with its remedy. Nothing is changed. An examination that depends on
/// something absent is omitted, so that one cause gives one finding.
///
/// May import: `browser`, `check`, `config`, `fetch`, `format`, `store`, `update`, `format.release`, `format.sign`,
/// `format.wire`, `program.settings`, `program.text`.
/// Called by: `cli.agent`.
@NullMarked
package bloomward.agent.doctor;

import org.jspecify.annotations.NullMarked;
