package bloomward.agent.console.live;

import bloomward.agent.browser.live.Browser;

/// See [ConsoleDifferences]; those of Chromium are cases of [ChromiumConsoleSessionIT].
final class FirefoxConsoleDifferencesIT extends ConsoleDifferences {

    FirefoxConsoleDifferencesIT() {
        super(Browser.Kind.FIREFOX);
    }
}
