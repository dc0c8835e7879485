/// The local API: one JSON object a line, over a unix socket that only its owner can open (LOCAL-API.md).
///
/// In: requests of programs on this machine. Out: verdicts, the agent's status, news of updates. It tells any caller whether
/// a URL is listed, and nothing about what others asked.
///
/// May import: `browser`, `check`, `crowd`, `door`, `report`, `socket.message`, `format.io`, `format.url`, `program.text`,
/// `com.fasterxml.jackson`.
/// Called by: `cli.agent`, `cli.browser`, `cli.check`, `service`.
@NullMarked
package bloomward.agent.socket;

import org.jspecify.annotations.NullMarked;
