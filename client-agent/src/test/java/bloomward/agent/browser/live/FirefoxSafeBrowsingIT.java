package bloomward.agent.browser.live;

import bloomward.agent.browser.live.StockFirefox.Speaks;

/// See [SafeBrowsing]; in version 5, which Firefox speaks by itself.
final class FirefoxSafeBrowsingIT extends SafeBrowsing {

    FirefoxSafeBrowsingIT() {
        super(Speaks.V5);
    }
}
