package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.Rung;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.socket.message.AgentStatus.State;
import bloomward.format.release.Freshness;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// Behaviour of pages when agent, host or lists fail: the browser never stands still, and protection always returns.
///
/// The first one is about the first minutes of the browser.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class Faults extends Desktop {

    /// In the home of a person.
    private static final String STORE = ".local/share/bloomward";

    Faults(Browser.Kind kind) {
        super(kind);
    }

    @Override
    Browser start() throws Exception {
        return scene.start(kind);
    }

    @Override
    void ready() {
        // The first case starts the agent.
    }

    private void assertPasses(String host) throws Exception {
        Tab tab = browser.open(web.http(host, "/"));
        tab.awaitTitle("start");
        tab.close();
    }

    private void assertBlocked(String name) throws Exception {
        Tab tab = browser.open(listed(name));
        Scene.awaitWarning(tab).close();
        assertThat(web.requests(name + "." + Scene.LISTED)).isEmpty();
    }

    private void set(String setting, String value) throws Exception {
        scene.agent.with(setting, value);
        scene.restartAgent();
        awaitWelcome();
    }

    @Test
    @Order(1)
    void agentThatStartsLater() throws Exception {
        assertPasses(Scene.GOOD);
        assertPasses("absent." + Scene.LISTED);
        scene.startAgent();
        scene.awaitProtection(browser);
        awaitWelcome();
        assertBlocked("later");
    }

    @Test
    @Order(2)
    void killedAgent() throws Exception {
        scene.agent.kill();
        assertPasses(Scene.GOOD);
        scene.startAgent();
        awaitWelcome();
        assertBlocked("killed");
    }

    /// A frame in all but name, whatever `browser-subresources` says.
    @Test
    @Order(2)
    void pagesInObjects() throws Exception {
        web.page("/objects", """
                <title>before</title><object data='%s'></object><embed src='%s'>
                <script>onload = () => { document.title = 'tried'; }</script>
                """.formatted(listed("data.object"), listed("src.object")));
        Tab tab = browser.open(web.http(Scene.GOOD, "/objects"));
        tab.awaitTitle("tried");
        assertThat(web.requests("object." + Scene.LISTED)).isEmpty();
        tab.close();
    }

    @Test
    @Order(2)
    void silentAgent() throws Exception {
        scene.agent.freeze();
        assertPasses("silent.test");
        scene.agent.thaw();
        scene.awaitHello(1); // so it answers
        assertBlocked("silent");
    }

    @Test
    @Order(2)
    void killedHost() throws Exception {
        awaitWelcome();
        List<ProcessHandle> hosts = hosts();
        assertThat(hosts).isNotEmpty();
        hosts.forEach(ProcessHandle::destroyForcibly);
        hosts.forEach(one -> one.onExit().join());
        Until.holds("another host", this::hosts, found -> !found.isEmpty());
        awaitWelcome();
        assertBlocked("host");
    }

    private List<ProcessHandle> hosts() {
        return browser.process()
                .descendants()
                .filter(one -> one.info().commandLine().orElse("").contains("native-host"))
                .toList();
    }

    @Test
    @Order(2)
    @Tag("long")
    void listsThatAreReplacedMeanwhile() throws Exception {
        for (int round : IntStream.range(0, 3).toArray()) {
            Tab tab = browser.open(web.http("round" + round + ".test", "/"));
            scene.list("round" + round + ".test");
            Scene.awaitWarning(tab).close();
            assertBlocked("round" + round);
            assertPasses(Scene.GOOD);
        }
    }

    @Test
    @Order(3)
    void killedAgentWhereUnknownIsBlocked() throws Exception {
        set("browser-unknown", "block");
        scene.agent.kill();
        Tab tab = browser.open(web.http("unknown.test", "/"));
        Scene.awaitWarning(tab);
        assertThat(web.requests("unknown.test")).isEmpty();
        Until.holds("why", tab::text, text -> text.contains("cannot be checked"));
        assertThat(tab.evaluate("document.getElementById('going-on').hidden").asBoolean()).as("no way on").isTrue();
        scene.startAgent();
        awaitWelcome();
        tab.click("#retry");
        tab.awaitTitle("start");
    }

    @Test
    @Order(3)
    @Tag("long")
    void silentAgentWhereUnknownIsBlocked() throws Exception {
        set("browser-unknown", "block");
        scene.agent.freeze();
        Scene.awaitWarning(browser.open(web.http("mute.test", "/")));
        scene.agent.thaw();
        assertThat(web.requests("mute.test")).isEmpty();
        scene.awaitHello(1);
        assertPasses(Scene.GOOD);
    }

    @Test
    @Order(3)
    @Tag("long")
    void unknownThatWarns() throws Exception {
        set("browser-unknown", "warn");
        scene.agent.kill();
        Tab tab = browser.open(web.http("warned.test", "/"));
        Scene.awaitWarning(tab);
        Until.is("the page", () -> !tab.evaluate("document.getElementById('page').hidden").asBoolean());
        tab.click("#more");
        tab.click("#proceed");
        tab.awaitTitle("start");
        scene.startAgent();
        awaitWelcome();
    }

    /// Listed stays listed; of other pages nothing is known.
    @Test
    @Order(3)
    @Tag("long")
    void expiredLists() throws Exception {
        scene.agent.with("browser-unknown", "block");
        scene.agent.kill();
        scene.agent.startAt("+60d");
        awaitWelcome();
        assertBlocked("expired");
        Scene.awaitWarning(browser.open(web.http("unsure.test", "/")));
        assertThat(web.requests("unsure.test")).isEmpty();
        set("browser-unknown", "pass");
        assertPasses("unsure.test");
    }

    /// Of stale lists, too, the listed are listed; of the rest, the agent's setting decides whether they are clean.
    @Test
    @Order(3)
    @Tag("long")
    void staleLists() throws Exception {
        scene.agent.with("browser-unknown", "block");
        scene.agent.kill();
        scene.agent.startAt("+2d");
        awaitWelcome();
        assertThat(scene.agent.status().installed().orElseThrow().freshness()).isEqualTo(Freshness.STALE);
        assertBlocked("stale");
        assertPasses("old.test");
        scene.agent.with("stale", "unknown");
        scene.agent.kill();
        scene.agent.startAt("+2d");
        awaitWelcome();
        assertBlocked("older");
        Scene.awaitWarning(browser.open(web.http("older.test", "/")));
        assertThat(web.requests("older.test")).isEmpty();
        scene.agent.with("stale", "clean");
        set("browser-unknown", "pass");
        assertPasses("older.test");
    }

    /// Nothing is known of any page until the lists come, and nobody is told that it is protected.
    @Test
    @Order(4)
    @Tag("long")
    void agentWithoutData() throws Exception {
        scene.agent.with("browser-unknown", "pass").with("server", "http://127.0.0.1:9/");
        scene.agent.kill();
        Files.move(scene.home().resolve(STORE), scene.home().resolve(STORE + "-before"));
        scene.agent.start();
        awaitWelcome();
        assertPasses("nothing." + Scene.LISTED);
        scene.agent.awaitRungs(Rung.NONE);
        assertThat(scene.agent.status().state()).isNotEqualTo(State.PROTECTED);
        scene.agent.with("browser-unknown", "block");
        scene.agent.kill();
        scene.agent.start();
        awaitWelcome();
        Scene.awaitWarning(browser.open(web.http("nothing.test", "/")));
        assertThat(web.requests("nothing.test")).isEmpty();
        scene.agent.with("server", scene.publisher.address().toString());
        set("browser-unknown", "pass");
        assertBlocked("filled");
        assertPasses("nothing.test");
        scene.agent.awaitRungs(Rung.FULL);
    }

    /// A person trusts another publication, and later the first one again, while agent and browser run.
    @Test
    @Order(5)
    void storeOfAnotherPublication(@TempDir Path folder) throws Exception {
        try (Publisher other = Publisher.start(folder.resolve("other"), Clock.systemUTC())) {
            other.list("phishing").add("phishing", "elsewhere.test").publish();
            Tab open = browser.open(web.http("open.elsewhere.test", "/"));
            open.awaitTitle("start");
            assertBlocked("mine");
            enroll(other);
            Scene.awaitWarning(open).close();
            Scene.awaitWarning(browser.open(web.http("new.elsewhere.test", "/")));
            assertThat(web.requests("new.elsewhere.test")).isEmpty();
            assertPasses("theirs." + Scene.LISTED);
        }
        enroll(scene.publisher);
        assertBlocked("again");
        assertPasses("new.elsewhere.test");
    }

    private void enroll(Publisher publisher) throws Exception {
        scene.agent.run("agent", "enroll", publisher.address().toString(), "--root", publisher.rootFile().toString(),
                "--replace");
        scene.agent.update();
    }
}
