/// A demonstration of the whole system on this machine, for a first look.
///
/// In: the folders of the programs. Out: an account of each step, with the command that a person would type and its
/// output. All programs are started as processes, as a person would start them: nothing here depends on the code of the
/// server or the agent.
///
/// May import: `program.text`, `com.fasterxml.jackson`.
/// Called by: `cli`.
@NullMarked
package bloomward.agent.quickstart;

import org.jspecify.annotations.NullMarked;
