package bloomward.agent.browser.live;

import org.junit.jupiter.api.Tag;

/// See [Faults].
@Tag("long")
final class FirefoxFaultsIT extends Faults {

    FirefoxFaultsIT() {
        super(Browser.Kind.FIREFOX);
    }
}
