/// The extension in real browsers: Debian's Chromium and Firefox, without a display, driven over their own debugging protocols.
///
/// ```
/// Machine (an /etc of its own)
///   Publication -> server in this process -> agent, a process -> socket <- native host <- browser: Chromium | Firefox
///   WebWorld: the sites that the browsers open; counts what reaches them ------------------^
/// ```
///
/// Only the surroundings are built for the tests: extension, host, agent and browsers are those that people get.
@NullMarked
package bloomward.agent.browser.live;

import org.jspecify.annotations.NullMarked;
