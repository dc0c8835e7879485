package bloomward.agent.console.live;

import bloomward.agent.browser.live.Browser;
import org.junit.jupiter.api.Tag;

/// See [ConsoleSessions].
@Tag("long")
final class FirefoxConsoleSessionIT extends ConsoleSessions {

    FirefoxConsoleSessionIT() {
        super(Browser.Kind.FIREFOX);
    }
}
