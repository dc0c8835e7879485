/// The built program as a process: how its launcher finds Java and the classes, in the project and unpacked from an archive.
@NullMarked
package bloomward.agent.launch;

import org.jspecify.annotations.NullMarked;
