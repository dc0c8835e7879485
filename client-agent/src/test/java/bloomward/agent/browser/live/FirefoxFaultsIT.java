package bloomward.agent.browser.live;

/// See [Faults].
final class FirefoxFaultsIT extends Faults {

    FirefoxFaultsIT() {
        super(Browser.Kind.FIREFOX);
    }
}
