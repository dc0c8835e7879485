/// Very many agents in a time that is computed, not waited for: the load of a publication, from the real rules of polling and of
/// deltas. No test, but the figures of SCALING.md.
@NullMarked
package bloomward.agent.capacity;

import org.jspecify.annotations.NullMarked;
