package bloomward.agent.browser.live;

import bloomward.agent.browser.live.StockFirefox.Speaks;
import org.junit.jupiter.api.Tag;

/// See [SafeBrowsing]; in version 4, which older browsers speak.
@Tag("long")
final class FirefoxSafeBrowsingV4IT extends SafeBrowsing {

    FirefoxSafeBrowsingV4IT() {
        super(Speaks.V4);
    }
}
