/// The running agent: polls, checks, answers, and says how it is.
///
/// In: a [bloomward.agent.config.Config]. Out: a process that keeps a store current and answers on its socket. Wires all
/// other rooms together; knows no rules of theirs.
///
/// May import: `check`, `config`, `confirm`, `fetch`, `format`, `socket`, `store`, `update`, `format.release`,
/// `format.url`, `program.text`.
/// Called by: `cli.agent`.
@NullMarked
package bloomward.agent.service;

import org.jspecify.annotations.NullMarked;
