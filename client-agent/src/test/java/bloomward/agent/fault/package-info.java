/// The whole agent under faults: stopped at any step, on disks that lie, beside servers that misbehave, under clocks that
/// jump. What protected before must protect after.
@NullMarked
package bloomward.agent.fault;

import org.jspecify.annotations.NullMarked;
