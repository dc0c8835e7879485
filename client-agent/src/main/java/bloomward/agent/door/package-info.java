/// The way of a program to the agent's socket, on which no wait is endless.
///
/// In: the path of a socket. Out: a connection, also beside programs that connect without end. The kernel lets few programs wait
/// to be accepted; the others wait for that in the order of their coming, and a program that only tries again is behind all of
/// them.
///
/// May import: nothing.
/// Called by: `browser.host`, `socket`.
@NullMarked
package bloomward.agent.door;

import org.jspecify.annotations.NullMarked;
