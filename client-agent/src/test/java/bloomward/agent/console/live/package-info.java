/// The server's console in real browsers, used by several people, with an agent that is asked what they achieved.
///
/// ```
/// Office
///   Publisher (server in this process) <- Person, Person, ... : tabs of one browser, each with cookies of its own
///        ^---------------------------------- agent, a process
/// ```
///
/// The build runs all of it in Chromium, and in Firefox only [ConsoleDifferences]; `-Plong` runs all of it in both.
/// The browsers are those of `browser.live`; nothing of the console or of the Admin API is replaced.
@NullMarked
package bloomward.agent.console.live;

import org.jspecify.annotations.NullMarked;
