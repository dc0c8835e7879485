package bloomward.agent.browser.live;

import org.junit.jupiter.api.Tag;

/// See [Blocking].
@Tag("long")
final class FirefoxBlockingIT extends Blocking {

    FirefoxBlockingIT() {
        super(Browser.Kind.FIREFOX);
    }
}
