package bloomward.agent.browser.live;

import java.io.IOException;

/// See [WarningPage]; with axe in its pages.
final class ChromiumWarningPageIT extends WarningPage {

    ChromiumWarningPageIT() {
        super(Browser.Kind.CHROMIUM);
    }

    @Override
    void examine(Tab tab) throws IOException, InterruptedException {
        Axe.examine(tab);
    }
}
