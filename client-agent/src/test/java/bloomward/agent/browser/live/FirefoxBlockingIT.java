package bloomward.agent.browser.live;

/// See [Blocking].
final class FirefoxBlockingIT extends Blocking {

    FirefoxBlockingIT() {
        super(Browser.Kind.FIREFOX);
    }
}
