/// Floods of the agent's socket, against an agent in a process of its own with the heap that it has in production.
@NullMarked
package bloomward.agent.flood;

import org.jspecify.annotations.NullMarked;
