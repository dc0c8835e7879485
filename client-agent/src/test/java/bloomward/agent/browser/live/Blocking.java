package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A listed host gets no request, however a browser comes to it; an unlisted one works as without the extension.
///
/// Each way has a listed host of its own, so that requests tell which way they took. The browser stays the same for all of them.
@Timeout(90)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(Matrix.class)
abstract class Blocking {

    private final Browser.Kind kind;
    private Scene scene;
    private WebWorld web;
    private Browser browser;

    Blocking(Browser.Kind kind) {
        this.kind = kind;
    }

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        scene = Scene.start(folder);
        web = scene.web;
        scene.agent.with("browser-subresources", "on");
        scene.startAgent();
        browser = scene.start(kind);
        scene.awaitProtection(browser);
    }

    @AfterAll
    void stop() throws Exception {
        scene.close();
    }

    @AfterEach
    void closeTabs() throws Exception {
        Tab left = browser.open("about:blank");
        for (Tab tab : browser.tabs()) {
            if (!tab.id().equals(left.id())) {
                tab.close();
            }
        }
    }

    Browser.Kind kind() {
        return kind;
    }

    /// A listed address; nobody else uses its host.
    private String listed(String name) {
        return web.http(name + "." + Scene.LISTED, "/");
    }

    private void assertUntouched(String name) {
        assertThat(web.requests(name + "." + Scene.LISTED)).as("requests at the listed host").isEmpty();
    }

    /// Opens a page of a good site.
    private Tab visit(String path, String html) throws Exception {
        web.page(path, html);
        return browser.open(web.http(Scene.GOOD, path));
    }

    @Test
    void direct() throws Exception {
        Scene.awaitWarning(browser.open(listed("direct")));
        assertUntouched("direct");
    }

    @Test
    void directOverTls() throws Exception {
        Scene.awaitWarning(browser.open(web.https("tls." + Scene.LISTED, "/")));
        assertUntouched("tls");
    }

    @Test
    void link() throws Exception {
        Tab tab = visit("/link", "<title>link</title><a href='%s'>there</a>".formatted(listed("link")));
        tab.awaitTitle("link");
        tab.click("a");
        Scene.awaitWarning(tab);
        assertUntouched("link");
    }

    @Test
    void redirectsAcrossHosts() throws Exception {
        web.page("/hop1", _ -> Answer.to(302, web.http("one.test", "/hop2")));
        web.page("/hop2", _ -> Answer.to(301, web.https("two.test", "/hop3")));
        web.page("/hop3", _ -> Answer.to(307, listed("redirect")));
        Scene.awaitWarning(browser.open(web.http(Scene.GOOD, "/hop1")));
        assertThat(web.requests("two.test")).extracting(Request::path).contains("/hop3");
        assertUntouched("redirect");
    }

    @Test
    void metaRefresh() throws Exception {
        Scene.awaitWarning(
                visit("/refresh", "<meta http-equiv=refresh content='0;url=%s'>".formatted(listed("refresh"))));
        assertUntouched("refresh");
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
    void targetBlank() throws Exception {
        Tab tab = visit("/blank",
                "<title>blank</title><a target=_blank href='%s'>there</a>".formatted(listed("blank")));
        tab.awaitTitle("blank");
        tab.click("a");
        awaitWarningAnywhere();
        assertUntouched("blank");
    }

    @Test
    void windowOpen() throws Exception {
        Tab tab = visit("/open",
                "<title>open</title><button onclick=\"window.open('%s')\">open</button>".formatted(listed("open")));
        tab.awaitTitle("open");
        tab.click("button");
        awaitWarningAnywhere();
        assertUntouched("open");
    }

    private void awaitWarningAnywhere() {
        Until.is("a tab with the warning", () -> {
            for (Tab tab : browser.tabs()) {
                if (Scene.isWarning(tab)) {
                    return true;
                }
            }
            return false;
        });
    }

    @Test
    void downloadLink() throws Exception {
        Tab tab = visit("/download",
                "<title>download</title><a download=file href='%s'>save</a>".formatted(listed("download")));
        tab.awaitTitle("download");
        tab.click("a");
        browser.open(web.http(Scene.GOOD, "/")).awaitTitle("start");
        assertUntouched("download");
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
    void viewSource() throws Exception {
        Tab tab = browser.open("about:blank");
        if (browser instanceof Firefox firefox) {
            firefox.evaluateInBrowser("void openTrustedLinkIn('view-source:" + listed("source") + "', 'tab')");
        } else {
            tab.go("view-source:" + listed("source"));
        }
        browser.open(web.http(Scene.GOOD, "/")).awaitTitle("start");
        assertUntouched("source");
    }

    @Test
    void tenTabsAtOnce() throws Exception {
        List<Tab> tabs = IntStream.range(0, 10).mapToObj(_ -> blank()).toList();
        tabs.parallelStream().forEach(tab -> go(tab, listed("t" + tab.hashCode() + ".ten")));
        tabs.forEach(Scene::awaitWarning);
        assertUntouched("ten");
    }

    private Tab blank() {
        try {
            return browser.open("about:blank");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void go(Tab tab, String url) {
        try {
            tab.go(url);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void stoppedWorker() throws Exception {
        Tab tab = browser.open("about:blank");
        scene.stopWorker(browser);
        tab.go(listed("stopped"));
        Scene.awaitWarning(tab);
        assertUntouched("stopped");
    }

    @Test
    void addressOfTheCommandLine() throws Exception {
        browser.close();
        browser = scene.start(kind, listed("start"));
        awaitWarningAnywhere();
        assertUntouched("start");
    }

    @Test
    void privateWindow() throws Exception {
        switch (browser) {
            case Firefox firefox -> {
                firefox.openPrivately(listed("private"));
                awaitWarningAnywhere();
            }
            case Chromium _ -> {
                browser.close();
                browser = scene.start(kind, "--incognito", listed("private"));
                awaitRefusal();
            }
        }
        assertUntouched("private");
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

    @Test
    void backAndForward() throws Exception {
        Tab tab = visit("/history", "<title>history</title>");
        tab.awaitTitle("history");
        tab.go(listed("history"));
        Scene.awaitWarning(tab);
        tab.back();
        tab.awaitTitle("history");
        tab.forward();
        Scene.awaitWarning(tab);
        assertUntouched("history");
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
    void pushStateBelowAListedPath() throws Exception {
        scene.list("http://push.test/deep/");
        Tab tab = browser.open(web.http("push.test", "/"));
        tab.awaitTitle("start");
        tab.evaluate("void history.pushState({}, '', '/deep/page')");
        Scene.awaitWarning(tab);
        assertThat(web.requests("push.test")).extracting(Request::path).doesNotContain("/deep/page");
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

    /// A connection, and with TLS the name of the host in it, would tell as much as a request.
    @Test
    void noConnectionEither() throws Exception {
        browser.open(web.http(Scene.GOOD, "/")).awaitTitle("start");
        int before = web.connections();
        Scene.awaitWarning(browser.open(web.https("connection." + Scene.LISTED, "/")));
        assertThat(web.connections()).isEqualTo(before);
    }

    @Test
    void postOfAGoodSiteKeepsItsBody() throws Exception {
        web.page("/posted", request -> Answer.page("<title>got " + request.body() + "</title>"));
        Tab tab = visit("/form-good", """
                <title>form</title><form method=post action='%s'><input name=a value=b><button>send</button></form>
                """.formatted(web.http("shop.test", "/posted")));
        tab.awaitTitle("form");
        tab.click("button");
        tab.awaitTitle("got a=b");
        assertThat(web.requests("shop.test")).filteredOn(request -> request.method().equals("POST")).hasSize(1);
    }

    @Test
    void redirectsOfGoodSites() throws Exception {
        web.page("/from", _ -> Answer.to(302, web.http("two.redirect.test", "/via")));
        web.page("/via", _ -> Answer.to(308, web.https("three.redirect.test", "/to")));
        web.page("/to", "<title>arrived</title>");
        Tab tab = browser.open(web.http("one.redirect.test", "/from"));
        tab.awaitTitle("arrived");
        assertThat(web.requests("redirect.test")).extracting(Request::place)
                .filteredOn(place -> !place.contains("favicon"))
                .containsExactly("GET one.redirect.test/from", "GET two.redirect.test/via",
                        "GET three.redirect.test/to");
    }

    @Test
    void historyOfGoodSites() throws Exception {
        Tab tab = visit("/first", "<title>first</title>");
        tab.awaitTitle("first");
        web.page("/second", "<title>second</title>");
        tab.go(web.http("other.test", "/second#part"));
        tab.awaitTitle("second");
        tab.back();
        tab.awaitTitle("first");
        tab.forward();
        tab.awaitTitle("second");
        assertThat(tab.address()).endsWith("/second#part");
    }

    @Test
    void downloadOfAGoodSite() throws Exception {
        web.page("/file.bin", _ -> new Answer(200,
                Map.of("Content-Type", "application/octet-stream", "Content-Disposition", "attachment"), "content"));
        Tab tab = visit("/downloads", "<title>downloads</title><a href='/file.bin'>save</a>");
        tab.awaitTitle("downloads");
        tab.click("a");
        Until.is("the file", () -> {
            try (Stream<Path> files = Files.walk(scene.home())) {
                return files.anyMatch(file -> file.endsWith("file.bin"));
            }
        });
        assertThat(tab.title()).isEqualTo("downloads");
    }
}
