/// The running agent: polls, checks, answers, and says how it is.
///
/// In: a [bloomward.agent.config.Config]. Out: a process that keeps a store current and answers on its socket. Wires all
/// other rooms together; knows no rules of theirs.
///
/// May import: `browser`, `check`, `config`, `confirm`, `crowd`, `fetch`, `format`, `report`, `socket`, `socket.message`,
/// `store`, `update`, `format.key`, `format.release`, `format.sign`, `format.url`, `format.wire`, `program.text`.
/// Called by: `cli.agent`.
@NullMarked
package bloomward.agent.service;

import org.jspecify.annotations.NullMarked;
