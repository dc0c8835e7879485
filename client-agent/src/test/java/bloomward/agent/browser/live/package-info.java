/// The extension in real browsers: Debian's Chromium and Firefox, without a display, driven over their own debugging protocols.
///
/// ```
/// Machine (an /etc of its own)
///   Publication -> server in this process -> agent, a process -> socket <- native host <- browser: Chromium | Firefox
///   WebWorld: the sites that the browsers open; counts what reaches them ------------------^
/// ```
///
/// Only the surroundings are built for the tests: extension, host, agent and browsers are those that people get.
///
/// A class has one such world for all of its cases ([Desktop]). The build runs each behaviour in Chromium, and in Firefox what browsers
/// do in ways of their own ([Differences], [SafeBrowsing], [BrowserInstallIT]); `-Plong` runs all of it in both.
@NullMarked
package bloomward.agent.browser.live;

import org.jspecify.annotations.NullMarked;
