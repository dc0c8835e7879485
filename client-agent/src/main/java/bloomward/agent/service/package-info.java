/// The running agent: polls, checks, answers, and says how it is.
///
/// In: a [bloomward.agent.config.Config]. Out: a process that keeps a store current and answers on its socket. Wires all
/// other rooms together; knows no rules of theirs.
///
/// May import: every room but `cli`, `doctor`, `install` and `quickstart`. Called by: `cli`.
@NullMarked
package bloomward.agent.service;

import org.jspecify.annotations.NullMarked;
