/// The program between a browser and the agent: frames of native messaging on one side, lines of the local API on the other
/// (LOCAL-API.md).
///
/// In: the streams that the browser gives its host, and the sockets on which an agent may answer. Out: each frame as a line,
/// each line as a frame, unchanged; without an agent, answers that say so. It judges nothing and keeps nothing but
/// the names of requests under way. Small, because one runs beside each browser: no JSON library, two threads (a third while it
/// waits for a place), no lambda, no stream, no regular expression, each of which loads dozens of classes of the JDK.
///
/// May import: `door`, `program.text`.
/// Called by: `cli.browser`.
@NullMarked
package bloomward.agent.browser.host;

import org.jspecify.annotations.NullMarked;
