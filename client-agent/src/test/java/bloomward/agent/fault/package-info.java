/// The whole agent under faults: stopped at any step, on disks that lie, beside servers that misbehave, under clocks
/// that jump. Protection that was there before must be there after.
@NullMarked
package bloomward.agent.fault;

import org.jspecify.annotations.NullMarked;
