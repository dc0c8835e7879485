/// Connects a program to the agent's socket; every wait ends.
///
/// In: the path of a socket. Out: a connection, also beside programs that connect without end. The kernel lets few programs wait
/// to be accepted, and others wait behind them in order of arrival. A program here does both, waits
/// for its turn and tries its luck.
///
/// May import: nothing.
/// Called by: `browser.host`, `socket`.
@NullMarked
package bloomward.agent.door;

import org.jspecify.annotations.NullMarked;
