package bloomward.agent.console.live;

import bloomward.agent.browser.live.Browser;

/// See [ConsoleSessions].
final class ChromiumConsoleSessionIT extends ConsoleSessions {

    ChromiumConsoleSessionIT() {
        super(Browser.Kind.CHROMIUM);
    }
}
