package bloomward.agent.console.live;

import bloomward.agent.browser.live.Browser;

/// See [ConsoleWalks].
final class FirefoxConsoleIT extends ConsoleWalks {

    FirefoxConsoleIT() {
        super(Browser.Kind.FIREFOX);
    }
}
