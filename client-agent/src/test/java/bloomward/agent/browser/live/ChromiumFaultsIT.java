package bloomward.agent.browser.live;

/// See [Faults].
final class ChromiumFaultsIT extends Faults {

    ChromiumFaultsIT() {
        super(Browser.Kind.CHROMIUM);
    }
}
