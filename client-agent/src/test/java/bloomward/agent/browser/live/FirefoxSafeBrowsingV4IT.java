package bloomward.agent.browser.live;

import bloomward.agent.browser.live.StockFirefox.Speaks;

/// See [SafeBrowsing]; in version 4, which older browsers speak.
final class FirefoxSafeBrowsingV4IT extends SafeBrowsing {

    FirefoxSafeBrowsingV4IT() {
        super(Speaks.V4);
    }
}
