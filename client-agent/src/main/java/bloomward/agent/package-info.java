/// The agent's front door: [bloomward.agent.Main] is the program `bloomward`.
@NullMarked
package bloomward.agent;

import org.jspecify.annotations.NullMarked;
