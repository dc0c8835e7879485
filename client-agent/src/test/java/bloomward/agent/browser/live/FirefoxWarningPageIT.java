package bloomward.agent.browser.live;

/// See [WarningPage].
final class FirefoxWarningPageIT extends WarningPage {

    FirefoxWarningPageIT() {
        super(Browser.Kind.FIREFOX);
    }

    @Override
    void examine(Tab tab) {
        // The same sources as in Chromium, which examines them.
    }
}
