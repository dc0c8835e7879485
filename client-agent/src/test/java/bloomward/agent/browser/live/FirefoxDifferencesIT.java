package bloomward.agent.browser.live;

/// See [Differences]; those of Chromium are cases of [ChromiumBlockingIT], and all the rest in Firefox is [FirefoxBlockingIT].
final class FirefoxDifferencesIT extends Differences {

    FirefoxDifferencesIT() {
        super(Browser.Kind.FIREFOX);
    }
}
