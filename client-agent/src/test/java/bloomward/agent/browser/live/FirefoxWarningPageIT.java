package bloomward.agent.browser.live;

import org.junit.jupiter.api.Tag;

/// See [WarningPage].
@Tag("long")
final class FirefoxWarningPageIT extends WarningPage {

    FirefoxWarningPageIT() {
        super(Browser.Kind.FIREFOX);
    }

    @Override
    void examine(Tab tab) {
        // The same sources as in Chromium, which examines them.
    }
}
