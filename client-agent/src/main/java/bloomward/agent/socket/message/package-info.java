/// The requests and answers of the local API, as values and as JSON (LOCAL-API.md).
///
/// In: one line, or a value. Out: the value that a line states, or the line that states a value. Strict in both
/// directions; knows neither connections nor the agent behind them.
///
/// May import: `browser`, `check`, `report`, `format.confirm`, `format.release`, `format.url`, `format.wire`,
/// `program.text`, `com.fasterxml.jackson`.
/// Called by: `cli.agent`, `cli.browser`, `cli.check`, `service`, `socket`.
@NullMarked
package bloomward.agent.socket.message;

import org.jspecify.annotations.NullMarked;
