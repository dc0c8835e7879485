package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Chromium with the extension as a person loads it, without a policy: pages that are opened by GET are stopped before the first
/// byte, and for the rest the warning comes late.
@Timeout(90)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LimitedIT {

    private Scene scene;
    private WebWorld web;
    private Browser browser;
    private Path extension;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        scene = Scene.start(folder);
        web = scene.web;
        Files.delete(scene.machine.path("/etc/chromium/policies/managed/bloomward.json"));
        extension = Unpacked.into(folder.resolve("unpacked"), scene.packed().resolve("key.pem"));
        scene.startAgent();
        browser = scene.start(Browser.Kind.CHROMIUM, "--load-extension=" + extension);
        scene.awaitProtection(browser);
    }

    @AfterAll
    void stop() throws Exception {
        scene.close();
    }

    private String listed(String name) {
        return web.http(name + "." + Scene.LISTED, "/");
    }

    @Test
    void directAddressGetsNoRequest() throws Exception {
        Scene.awaitWarning(browser.open(listed("direct")));
        assertThat(web.requests("direct." + Scene.LISTED)).isEmpty();
    }

    @Test
    void redirectGetsNoRequest() throws Exception {
        web.page("/hop", _ -> Answer.to(302, listed("redirect")));
        Scene.awaitWarning(browser.open(web.http(Scene.GOOD, "/hop")));
        assertThat(web.requests("redirect." + Scene.LISTED)).isEmpty();
    }

    /// A filter of the browser takes a star for any text.
    @Test
    void anAddressWithAStarLetsNoOtherThrough() throws Exception {
        scene.list("shared.test/listed");
        web.page("/*", _ -> Answer.to(302, "/listed"));
        web.page("/%2A", _ -> Answer.to(302, "/listed"));
        web.page("/listed", "<title>listed</title>");
        Scene.awaitWarning(browser.open(web.http("shared.test", "/*")));
        assertThat(web.requests("shared.test")).extracting(Request::path).contains("/%2A").doesNotContain("/listed");
    }

    /// The browser itself spells it `%2A`, which is no pattern.
    @Test
    void aHostWithAStarOpens() throws Exception {
        browser.open(web.http("a*b.test", "/")).awaitTitle("start");
    }

    @Test
    void tenTabsAllEndAtTheirPages() throws Exception {
        for (int i : IntStream.range(0, 10).toArray()) {
            Tab tab = browser.open(i % 2 == 0 ? listed("ten" + i) : web.http("ten" + i + ".test", "/#part"));
            if (i % 2 == 0) {
                Scene.awaitWarning(tab);
            } else {
                tab.awaitTitle("start");
            }
        }
        assertThat(IntStream.range(0, 10).filter(i -> i % 2 == 0))
                .allSatisfy(i -> assertThat(web.requests("ten" + i + "." + Scene.LISTED)).isEmpty());
    }

    @Test
    void formIsNoticedLate() throws Exception {
        web.page("/form", "<title>form</title><form method=post action='%s'><button>send</button></form>"
                .formatted(listed("post")));
        Tab tab = browser.open(web.http(Scene.GOOD, "/form"));
        tab.awaitTitle("form");
        tab.click("button");
        Scene.awaitWarning(tab);
    }

    @Test
    void formOfAGoodSiteKeepsItsBody() throws Exception {
        web.page("/posted", request -> Answer.page("<title>got " + request.body() + "</title>"));
        web.page("/form-good", """
                <title>form</title><form method=post action='/posted'><input name=a value=b><button>send</button></form>
                """);
        Tab tab = browser.open(web.http(Scene.GOOD, "/form-good"));
        tab.awaitTitle("form");
        tab.click("button");
        tab.awaitTitle("got a=b");
    }

    @Test
    void historyHasNoGate() throws Exception {
        web.page("/first", "<title>first</title>");
        web.page("/second", "<title>second</title>");
        Tab tab = browser.open(web.http(Scene.GOOD, "/first"));
        tab.awaitTitle("first");
        tab.go(web.http("other.test", "/second"));
        tab.awaitTitle("second");
        tab.back();
        tab.awaitTitle("first");
        tab.forward();
        tab.awaitTitle("second");
    }

    /// The browser takes the rule of the gate at once; a page that was sent there is the proof.
    @Test
    void saysThatItIsLimitedOnceAPageCameToTheGate() throws Exception {
        Browser other = scene.startAs("second", Browser.Kind.CHROMIUM, "--load-extension=" + extension);
        scene.awaitHello(2);
        JsonNode browsers = Until.holds("the rungs",
                () -> Wire.JSON.readTree(scene.agent.run("agent", "status", "-o", "json")).path("browsers"),
                found -> found.toString().contains("\"limited\""));
        assertThat(browsers.findValuesAsText("rung")).contains("none");
        other.open(web.http(Scene.GOOD, "/")).awaitTitle("start");
        Until.holds("both rungs",
                () -> Wire.JSON.readTree(scene.agent.run("agent", "status", "-o", "json")).path("browsers"),
                found -> found.findValuesAsText("rung").equals(List.of("limited", "limited")));
        other.close();
    }

    @Test
    void saysThatItIsLimited() {
        Until.holds("the rung", () -> scene.agent.run("agent", "status", "-o", "json"),
                status -> status.contains("\"rung\":\"limited\""));
    }
}
