package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A listed host gets no request, however a browser comes to it; an unlisted one works as without the extension.
abstract class Blocking extends Differences {

    Blocking(Browser.Kind kind) {
        super(kind);
    }

    @Test
    void direct() throws Exception {
        Scene.awaitWarning(browser.open(listed("direct")));
        assertUntouched("direct");
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
    void metaRefresh() throws Exception {
        Scene.awaitWarning(
                visit("/refresh", "<meta http-equiv=refresh content='0;url=%s'>".formatted(listed("refresh"))));
        assertUntouched("refresh");
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
}
