package bloomward.agent.browser.live;

import bloomward.agent.publisher.Publisher;
import bloomward.format.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// A person's desktop, the publication that protects it, and the web around both.
final class Scene implements AutoCloseable {

    /// This host and all hosts below it are listed.
    static final String LISTED = "bad.test";
    static final String FIREFOX_ID = "bloomward@bloomward.example";
    static final String GOOD = "good.test";

    private final Path folder;
    final Machine machine;
    final Publisher publisher;
    final WebWorld web;
    final AgentProcess agent;
    private final List<Browser> browsers = new ArrayList<>();

    private Scene(Path folder) throws Exception {
        this.folder = folder;
        machine = Machine.start(folder.resolve("layers"));
        publisher = Publisher.start(folder.resolve("server"), Clock.systemUTC());
        publisher.list("phishing").add("phishing", LISTED).publish();
        web = WebWorld.start();
        agent = new AgentProcess(machine, home()).with("server", publisher.address().toString())
                .with("root", publisher.rootFile().toString());
    }

    /// @param parent of a folder whose name is short: sockets lie in it
    static Scene start(Path parent) throws Exception {
        Scene scene = bare(parent);
        Packed.install(scene.machine, scene.agent, scene.packed());
        return scene;
    }

    /// One where nobody installed the extension yet.
    static Scene bare(Path parent) throws Exception {
        Needs.programs("chromium", "firefox-esr");
        return new Scene(Files.createTempDirectory(parent, "s").toRealPath());
    }

    /// The folder of the packed extension, and of its key.
    Path packed() {
        return folder.resolve("packed");
    }

    Path home() {
        return folder.resolve("home");
    }

    /// Starts the agent, and waits until it has its lists.
    void startAgent() throws Exception {
        agent.start();
        agent.awaitLists();
    }

    Browser start(Browser.Kind kind, String... more) throws IOException, InterruptedException {
        return startAs("first", kind, more);
    }

    /// @param profile of the person, of whom there may be several
    Browser startAs(String profile, Browser.Kind kind, String... more) throws IOException, InterruptedException {
        Browser browser = switch (kind) {
            case CHROMIUM -> Chromium.start(machine, home(), profile, List.of(more));
            case FIREFOX -> Firefox.start(machine, home(), profile, List.of(more));
        };
        browsers.add(browser);
        return browser;
    }

    /// Waits until the browser installed the extension, and the extension blocks.
    void awaitProtection(Browser browser) throws IOException, InterruptedException {
        Tab tab = browser.open("about:blank");
        AtomicInteger attempts = new AtomicInteger();
        Until.is("the first warning", () -> {
            // One attempt after the other: a page that is left is not judged to the end.
            String listed = web.http("first." + LISTED, "/?" + attempts.incrementAndGet());
            tab.go(listed);
            Until.is("the end of an attempt",
                    () -> isWarning(tab) || (tab.address().equals(listed) && tab.title().equals("start")));
            return isWarning(tab);
        });
        tab.close();
    }

    /// Lets the agent forget what it had in memory, and read its settings again.
    void restartAgent() throws Exception {
        agent.kill();
        startAgent();
    }

    /// Lists this, publishes, and lets the agent know; its browsers hear it from the agent.
    void list(String entry) throws Exception {
        publisher.add("phishing", entry).publish();
        agent.update();
    }

    /// Ends the extension's background, as the browser does when it is idle.
    void stopWorker(Browser browser) throws IOException, InterruptedException {
        switch (browser) {
            case Chromium chromium -> chromium.stopWorkers();
            case Firefox firefox -> firefox.stopWorkers(FIREFOX_ID);
        }
    }

    /// Waits until all browsers that are open said hello to the agent.
    void awaitHello(int browserCount) {
        Until.holds("hello", () -> agent.status().browsers(), browsers -> browsers.size() == browserCount);
    }

    static boolean isWarning(Tab tab) throws IOException, InterruptedException {
        return tab.address().contains("-extension://") && tab.address().contains("warning.html");
    }

    static Tab awaitWarning(Tab tab) {
        Until.holds("the warning", tab::address,
                address -> address.contains("-extension://") && address.contains("warning.html"));
        return tab;
    }

    @Override
    public void close() throws IOException {
        browsers.forEach(Browser::close);
        agent.close();
        web.close();
        publisher.close();
        machine.close();
    }
}
