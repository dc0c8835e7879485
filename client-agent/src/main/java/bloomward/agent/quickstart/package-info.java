/// Everything once, on this machine, for somebody who sees it for the first time.
///
/// In: where the programs lie. Out: an account of each step with the command that a person would type and what it said. All
/// programs are started as processes, as a person would start them: nothing here knows the server's code or the agent's.
///
/// May import: `program.text`, `com.fasterxml.jackson`.
/// Called by: `cli`.
@NullMarked
package bloomward.agent.quickstart;

import org.jspecify.annotations.NullMarked;
