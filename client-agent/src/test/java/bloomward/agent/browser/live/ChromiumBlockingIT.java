package bloomward.agent.browser.live;

/// See [Blocking].
final class ChromiumBlockingIT extends Blocking {

    ChromiumBlockingIT() {
        super(Browser.Kind.CHROMIUM);
    }
}
