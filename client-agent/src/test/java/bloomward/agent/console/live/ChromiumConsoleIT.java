package bloomward.agent.console.live;

import bloomward.agent.browser.live.Browser;

/// See [ConsoleWalks].
final class ChromiumConsoleIT extends ConsoleWalks {

    ChromiumConsoleIT() {
        super(Browser.Kind.CHROMIUM);
    }
}
