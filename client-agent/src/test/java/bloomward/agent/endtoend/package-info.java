/// Whole programs: the agent as a process, and the way from a list to a verdict through a real server.
@NullMarked
package bloomward.agent.endtoend;

import org.jspecify.annotations.NullMarked;
