package bloomward.agent.console.live;

import bloomward.agent.browser.live.Browser;
import org.junit.jupiter.api.Tag;

/// See [ConsoleWalks].
@Tag("long")
final class FirefoxConsoleIT extends ConsoleWalks {

    FirefoxConsoleIT() {
        super(Browser.Kind.FIREFOX);
    }
}
