package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Chromium in which the extension can hold nothing, neither by a policy's right nor by rules: every listed page is replaced by the
/// warning, though it may have been asked for; and nobody is told that this is more.
@Timeout(90)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LateIT {

    private Scene scene;
    private WebWorld web;
    private Browser browser;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        scene = Scene.start(folder);
        web = scene.web;
        Files.delete(scene.machine.path("/etc/chromium/policies/managed/bloomward.json"));
        Path extension = Unpacked.into(folder.resolve("unpacked"), scene.packed().resolve("key.pem"),
                "declarativeNetRequestWithHostAccess");
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
        Until.holds("the rung", () -> scene.agent.run("agent", "status", "-o", "json"),
                status -> status.contains("\"rung\":\"late\""));
        assertThat(scene.agent.run("browser", "status")).contains("late");
    }
}
