package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What browsers do each in its own way: the types of requests, the background of an extension, private windows, addresses of the
/// extension's pages, the history.
abstract class Differences extends Desktop {

    Differences(Browser.Kind kind) {
        super(kind);
    }

    /// A connection, and with TLS the name of the host in it, would tell as much as a request.
    @Test
    void noConnectionEither() throws Exception {
        browser.open(web.http(Scene.GOOD, "/")).awaitTitle("start");
        int before = web.connections();
        Scene.awaitWarning(browser.open(web.https("connection." + Scene.LISTED, "/")));
        assertThat(web.connections()).isEqualTo(before);
    }

    @Test
    void postWithBody() throws Exception {
        Tab tab = visit("/form", """
                <title>form</title><form method=post action='%s'><input name=secret value=word><button>send</button></form>
                """.formatted(listed("post")));
        tab.awaitTitle("form");
        tab.click("button");
        Scene.awaitWarning(tab);
        assertUntouched("post");
    }

    @Test
    void frame() throws Exception {
        Tab tab = visit("/frame", """
                <title>before</title><iframe src='%s'></iframe><iframe srcdoc="<iframe src='%s'></iframe>"></iframe>
                <script>onload = () => { document.title = 'framed'; }</script>
                """.formatted(listed("frame"), listed("inner.frame")));
        tab.awaitTitle("framed");
        assertUntouched("frame");
    }

    @Test
    void resources() throws Exception {
        Tab tab = visit("/resources", resourcesOf("resource." + Scene.LISTED));
        tab.awaitTitle("tried");
        awaitBeaconOf("after.test");
        assertUntouched("resource");
    }

    /// The same page, of sites that are not listed.
    @Test
    void resourcesOfGoodSites() throws Exception {
        web.page("/image", _ -> Answer.page("").with("Content-Type", "image/png"));
        web.page("/script", _ -> Answer.script("1"));
        web.page("/fetch", _ -> Answer.script("2"));
        web.page("/post", _ -> Answer.script("3"));
        Tab tab = visit("/resources-good", resourcesOf("resource.test"));
        tab.awaitTitle("tried");
        awaitBeaconOf("resource.test");
        assertThat(web.requests("resource.test")).extracting(Request::path)
                .contains("/image", "/script", "/style", "/fetch", "/post", "/beacon", "/socket", "/events", "/object");
        assertThat(web.requests("resource.test")).filteredOn(request -> request.path().equals("/post"))
                .extracting(Request::body)
                .contains("a body");
    }

    /// A beacon is sent when the browser likes, and no page is told.
    private void awaitBeaconOf(String host) {
        Until.is("the beacon", () -> web.requests(host).stream().anyMatch(r -> r.path().equals("/beacon")));
    }

    private String resourcesOf(String host) {
        return """
                <title>before</title>
                <link rel=stylesheet href='BASE/style'>
                <script>
                  const ended = (element, address) => new Promise(end => {
                    element.onload = element.onerror = end;
                    for (const [name, value] of Object.entries(address)) element[name] = value;
                    document.body.append(element);
                  });
                  const opened = socket => new Promise(end => { socket.onopen = socket.onerror = socket.onclose = end; });
                  onload = async () => {
                    await Promise.allSettled([
                      ended(document.createElement('img'), {src: 'BASE/image'}),
                      ended(document.createElement('script'), {src: 'BASE/script'}),
                      ended(document.createElement('object'), {data: 'BASE/object'}),
                      fetch('BASE/fetch'), fetch('BASE/post', {method: 'POST', body: 'a body'}),
                      opened(new WebSocket('WS/socket')), opened(new EventSource('BASE/events'))]);
                    navigator.sendBeacon('BASE/beacon', 'left');
                    navigator.sendBeacon('AFTER/beacon', 'left');
                    await fetch('/after-all');
                    document.title = 'tried';
                  };
                </script>
                """.replace("BASE", web.http(host, ""))
                .replace("AFTER", web.http("after.test", ""))
                .replace("WS", web.webSocket(host, ""));
    }

    @Test
    void prefetchAndPreload() throws Exception {
        Tab tab = visit("/prefetch", """
                <title>prefetch</title>
                <link rel=prefetch href='LISTED'><link rel=preload as=script href='LISTEDp.js'>
                <link rel=prefetch href='GOOD'>
                <script type=speculationrules>{"prefetch":[{"source":"list","urls":["LISTED"],"eagerness":"immediate"}],
                "prerender":[{"source":"list","urls":["LISTED"],"eagerness":"immediate"}]}</script>
                """.replace("LISTED", listed("prefetch")).replace("GOOD", web.http("prefetch.test", "/")));
        tab.awaitTitle("prefetch");
        tab.evaluate("fetch('/after-prefetch').then(() => 1)");
        assertUntouched("prefetch");
    }

    @Test
    void stoppedWorker() throws Exception {
        Tab tab = browser.open("about:blank");
        scene.stopWorker(browser);
        tab.go(listed("stopped"));
        Scene.awaitWarning(tab);
        assertUntouched("stopped");
    }

    /// Its page is asked for before the background of the extension runs. Chromium is in a private window first.
    @Test
    void privateWindowAndAddressOfTheCommandLine() throws Exception {
        if (browser instanceof Firefox firefox) {
            firefox.openPrivately(listed("private"));
            awaitWarningAnywhere();
            browser.close();
        } else {
            browser.close();
            browser = scene.start(kind, "--incognito", listed("private"));
            awaitRefusal();
            browser.close();
        }
        assertUntouched("private");
        browser = scene.start(kind, listed("start"));
        awaitWarningAnywhere();
        assertUntouched("start");
    }

    /// Chromium lets an extension into private windows by a person's hand only; until then the policy keeps all pages out.
    private void awaitRefusal() {
        Until.holds("Chromium's own refusal", () -> {
            StringBuilder texts = new StringBuilder();
            for (Tab tab : browser.tabs()) {
                texts.append(tab.text());
            }
            return texts.toString();
        }, text -> text.contains("Turn on an extension in Incognito"));
    }

    /// Listed after its worker was registered: from then on no request of its pages needs the network.
    @Test
    void ownServiceWorker() throws Exception {
        web.page("/worker.js", _ -> Answer.script("""
                onfetch = event => event.respondWith(new Response('<title>from the worker</title>',
                    {headers: {'Content-Type': 'text/html'}}));
                onactivate = event => event.waitUntil(clients.claim());
                """));
        web.page("/register", """
                <title>register</title><script>
                navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)
                    .then(() => { document.title = 'registered'; }, problem => { document.title = '' + problem; });
                </script>""");
        Tab tab = browser.open(web.https("worker.test", "/register"));
        tab.awaitTitle("registered");
        tab.go(web.https("worker.test", "/page"));
        tab.awaitTitle("from the worker");
        tab.go(web.http(Scene.GOOD, "/"));
        tab.awaitTitle("start");
        scene.list("worker.test");
        int before = web.requests("worker.test").size();
        tab.go(web.https("worker.test", "/page"));
        Scene.awaitWarning(tab);
        assertThat(web.requests("worker.test")).hasSize(before);
    }

    @Test
    void pageOfTheBackForwardCache() throws Exception {
        Tab tab = browser.open(web.http("cached.test", "/"));
        tab.awaitTitle("start");
        tab.go(web.http(Scene.GOOD, "/"));
        Until.holds("the good site", tab::address, address -> address.contains(Scene.GOOD));
        scene.list("cached.test");
        int before = web.requests("cached.test").size();
        tab.back();
        Scene.awaitWarning(tab);
        assertThat(web.requests("cached.test")).hasSize(before);
    }

    @Test
    void pageThatIsOpenWhenItIsListed() throws Exception {
        Tab tab = browser.open(web.http("open.test", "/"));
        tab.awaitTitle("start");
        Tab good = browser.open(web.http(Scene.GOOD, "/"));
        good.awaitTitle("start");
        scene.list("open.test");
        Scene.awaitWarning(tab);
        assertThat(good.title()).isEqualTo("start");
    }

    @Test
    void opensThePageForThisTabAndEntryOnly() throws Exception {
        scene.list("worse.test");
        Tab tab = warning(listed("proceed"));
        tab.click("#more");
        tab.click("#proceed");
        tab.awaitTitle("start");
        assertThat(web.requests("proceed." + Scene.LISTED)).isNotEmpty();
        warning(listed("proceed")).close();
        tab.go(web.http("worse.test", "/"));
        Scene.awaitWarning(tab);
        assertThat(web.requests("worse.test")).isEmpty();
    }

    @Test
    void showsNothingInAFrame() throws Exception {
        String address = warning(listed("framed")).address();
        web.page("/framing",
                "<title>framing</title><iframe src='%s'></iframe><script>onload = () => { document.title = 'loaded'; }</script>"
                        .formatted(address));
        Tab tab = browser.open(web.http(Scene.GOOD, "/framing"));
        tab.awaitTitle("loaded");
        assertThat(tab.evaluate("frames[0] && frames[0].length").asInt()).isZero();
        tab.screenshot(picture("framed"));
    }

    @Test
    void goesBackToThePageBefore() throws Exception {
        web.page("/before", "<title>before</title><a href='%s'>there</a>".formatted(listed("back")));
        Tab tab = browser.open(web.http(Scene.GOOD, "/before"));
        tab.awaitTitle("before");
        tab.click("a");
        shown(Scene.awaitWarning(tab)).click("#back");
        tab.awaitTitle("before");
    }
}
