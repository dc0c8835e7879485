package bloomward.agent.console.live;

import bloomward.agent.browser.live.Browser;

/// See [ConsoleSessions].
final class FirefoxConsoleSessionIT extends ConsoleSessions {

    FirefoxConsoleSessionIT() {
        super(Browser.Kind.FIREFOX);
    }
}
