/// The commands of the guides, typed into a shell.
@NullMarked
package bloomward.agent.guide;

import org.jspecify.annotations.NullMarked;
