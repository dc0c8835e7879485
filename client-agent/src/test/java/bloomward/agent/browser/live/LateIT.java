package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.Rung;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Chromium in which the extension can hold nothing, neither by a policy's right nor by rules: every listed page is replaced by the
/// warning, though it may have been asked for; and nobody is told that this is more.
@Tag("long")
final class LateIT extends Desktop {

    /// The permission for rules that hold a page.
    static final String RULES = "declarativeNetRequestWithHostAccess";

    LateIT() {
        super(Browser.Kind.CHROMIUM);
    }

    @Override
    Browser start() throws Exception {
        Files.delete(scene.machine.path("/etc/chromium/policies/managed/bloomward.json"));
        Path extension = Unpacked.into(scene.home().resolveSibling("unpacked"), scene.packed().resolve("key.pem"),
                RULES);
        scene.startAgent();
        return scene.start(kind, "--load-extension=" + extension);
    }

    @Override
    void ready() throws Exception {
        scene.awaitProtection(browser);
    }

    @Test
    void directAddressEndsAtTheWarning() throws Exception {
        Scene.awaitWarning(browser.open(listed("direct")));
    }

    @Test
    void redirectEndsAtTheWarning() throws Exception {
        web.page("/hop", _ -> Answer.to(302, listed("redirect")));
        Scene.awaitWarning(browser.open(web.http(Scene.GOOD, "/hop")));
    }

    @Test
    void formEndsAtTheWarning() throws Exception {
        web.page("/form", "<title>form</title><form method=post action='%s'><button>send</button></form>"
                .formatted(listed("post")));
        Tab tab = browser.open(web.http(Scene.GOOD, "/form"));
        tab.awaitTitle("form");
        tab.click("button");
        Scene.awaitWarning(tab);
    }

    @Test
    void goodPagesAndTheirFormsStay() throws Exception {
        web.page("/posted", request -> Answer.page("<title>got " + request.body() + "</title>"));
        web.page("/form-good", """
                <title>form</title><form method=post action='/posted'><input name=a value=b><button>send</button></form>
                """);
        Tab tab = browser.open(web.http(Scene.GOOD, "/form-good"));
        tab.awaitTitle("form");
        tab.click("button");
        tab.awaitTitle("got a=b");
        tab.back();
        tab.awaitTitle("form");
    }

    @Test
    void saysThatItIsLate() throws Exception {
        scene.agent.awaitRungs(Rung.LATE);
        assertThat(scene.agent.run("browser", "status")).contains("late");
    }
}
