/// Browsers that ask the agent: the rules that they get, and what they say of themselves.
///
/// In: settings, and the `hello` of a browser's extension. Out: values that cross the local API. The program that stands
/// between a browser and the agent is in `browser.host`.
///
/// May import: nothing.
/// Called by: `browser.install`, `cli.agent`, `cli.browser`, `config`, `doctor`, `service`, `socket.message`, `socket`.
@NullMarked
package bloomward.agent.browser;

import org.jspecify.annotations.NullMarked;
