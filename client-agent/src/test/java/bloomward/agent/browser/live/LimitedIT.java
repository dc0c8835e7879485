package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.Rung;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Chromium with the extension as a person loads it, without a policy: pages that are opened by GET are stopped before the first
/// byte, and for the rest the warning comes late.
final class LimitedIT extends Desktop {

    /// Before any page was opened.
    private Rung first = Rung.FULL;

    LimitedIT() {
        super(Browser.Kind.CHROMIUM);
    }

    @Override
    Browser start() throws Exception {
        Files.delete(scene.machine.path("/etc/chromium/policies/managed/bloomward.json"));
        scene.startAgent();
        return scene.start(kind, load("limited"));
    }

    @Override
    void ready() throws Exception {
        scene.awaitHello(1);
        first = scene.agent.status().browsers().getFirst().rung();
        scene.awaitProtection(browser);
    }

    private String load(String name, String... lacking) throws Exception {
        Path folder = scene.home().resolveSibling(name);
        return "--load-extension=" + Unpacked.into(folder, scene.packed().resolve("key.pem"), lacking);
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
    void saysThatItIsLimitedOnceAPageCameToTheGate() {
        assertThat(first).isEqualTo(Rung.NONE);
        scene.agent.awaitRungs(Rung.LIMITED);
    }

    /// Another profile of the same person, in which nothing can be held; [LateIT] has more of it.
    @Test
    void withoutRulesTheWarningIsLateAndSaysSo() throws Exception {
        try (Browser late = scene.startAs("late", kind, load("late", LateIT.RULES))) {
            scene.awaitProtection(late);
            Scene.awaitWarning(late.open(listed("late")));
            scene.agent.awaitRungs(Rung.LIMITED, Rung.LATE);
        } finally {
            scene.awaitHello(1);
        }
    }
}
