package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A person at one browser with the extension. Browser, agent and publication stay the same for all cases of a class: each case has
/// listed hosts of its own, so that requests tell which way they took.
@Timeout(Until.TEST_SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Desktop {

    static final String PUBLISHER = "The Publisher of Tests";
    static final String CONTACT = "https://help.test/lists";

    final Browser.Kind kind;
    Scene scene;
    WebWorld web;
    Browser browser;
    /// The address of the extension's pages, once it is known.
    private String pages = "";

    Desktop(Browser.Kind kind) {
        this.kind = kind;
    }

    @BeforeAll
    void open(@TempDir Path folder) throws Exception {
        scene = Scene.start(folder);
        web = scene.web;
        browser = start();
        ready();
    }

    /// Starts agent and browser.
    Browser start() throws Exception {
        scene.agent.with("browser-subresources", "on")
                .with("browser-publisher", PUBLISHER)
                .with("browser-contact", CONTACT);
        scene.startAgent();
        return scene.start(kind);
    }

    /// Waits until the browser is as the cases need it.
    void ready() throws Exception {
        scene.awaitProtection(browser);
        awaitWelcome();
    }

    @AfterAll
    void close() throws Exception {
        if (scene != null) { // or the start was skipped
            scene.close();
        }
    }

    @AfterEach
    void closeTabs() throws Exception {
        browser.closeTabs();
    }

    /// A listed address; nobody else uses its host.
    String listed(String name) {
        return web.http(name + "." + Scene.LISTED, "/");
    }

    void assertUntouched(String name) {
        assertThat(web.requests(name + "." + Scene.LISTED)).as("requests at the listed host").isEmpty();
    }

    /// Opens a page of a good site.
    Tab visit(String path, String html) throws Exception {
        web.page(path, html);
        return browser.open(web.http(Scene.GOOD, path));
    }

    void awaitWarningAnywhere() {
        Until.is("a tab with the warning", () -> {
            for (Tab tab : browser.tabs()) {
                if (Scene.isWarning(tab)) {
                    return true;
                }
            }
            return false;
        });
    }

    /// Opens an address and waits until the warning shows what it has to say.
    Tab warning(String address) throws Exception {
        return shown(Scene.awaitWarning(browser.open(address)));
    }

    static Tab shown(Tab tab) {
        Until.is("the page", () -> !tab.evaluate("document.getElementById('page').hidden").asBoolean());
        return tab;
    }

    /// One of the extension's own pages, as a tab.
    Tab page(String name) throws Exception {
        if (pages.isEmpty()) {
            Tab warned = warning(listed("any"));
            pages = warned.evaluate("(globalThis.browser ?? chrome).runtime.getURL('pages/')").asText();
            warned.close();
        }
        Tab page = browser.open(pages + name + ".html");
        Until.is(name, () -> page.evaluate("document.getElementById('page') !== null").asBoolean());
        return shown(page);
    }

    /// The background's answer to a message of this page.
    static JsonNode ask(Tab tab, String message) throws Exception {
        return tab.evaluate("(globalThis.browser ?? chrome).runtime.sendMessage(" + message + ")");
    }

    /// Waits until the extension has the answer of the agent that runs, and with it the policy. The agent knows of a browser
    /// before the browser knows of the agent.
    void awaitWelcome() throws Exception {
        Tab options = page("options");
        Until.is("the welcome of the agent",
                () -> ask(options, "{ask: 'overview'}").at("/status/pid").asLong() == scene.agent.process().pid());
        options.close();
    }

    static boolean isSeen(Tab tab, String id) throws Exception {
        return tab.evaluate("document.getElementById('%s').checkVisibility()".formatted(id)).asBoolean();
    }

    static String focused(Tab tab) throws Exception {
        return tab.evaluate("document.activeElement.id").asText();
    }

    Path picture(String name) {
        return Path.of("target/screenshots", kind + "-" + name + ".png");
    }
}
