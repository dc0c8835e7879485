package bloomward.agent.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.install.SampleExtension;
import bloomward.agent.cli.Bloomward;
import bloomward.agent.config.AgentSetting;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.publisher.SharedPublisher;
import bloomward.agent.service.Agent;
import bloomward.agent.service.Agents;
import bloomward.agent.socket.OpenBrowser;
import bloomward.agent.socket.SocketClient;
import bloomward.format.testing.SetClock;
import bloomward.program.testing.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ExtendWith(SharedPublisher.class)
@ResourceLock(Resources.SYSTEM_PROPERTIES)
final class BrowserCommandsTest {

    private static final String HOME = "bloomward.home";

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;
    private Path root;
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void layOut() throws Exception {
        root = Files.createDirectory(folder.resolve("root"));
        System.setProperty(HOME, SampleExtension.in(shared.resolve("app"), "0.1.0").toString());
        environment.put("HOME", "/home/anna");
        environment.put("BLOOMWARD_SOCKET", socket().toString());
    }

    private static Path socket() {
        return shared.resolve("agent.sock");
    }

    /// Goes on with one installation, which several tests look at: it takes a second to make its key.
    private void beInstalledForChromium() throws Exception {
        root = shared.resolve("installed");
        if (Files.notExists(root)) {
            found("usr/lib/chromium/chromium");
            assertThat(run("install", "--system").exitCode()).isZero();
        }
    }

    private Agents agents(Clock clock) {
        return new Agents(folder.resolve("agent"), clock).with(AgentSetting.SOCKET, socket().toString());
    }

    @AfterEach
    void forget() {
        System.clearProperty(HOME);
    }

    @Test
    void installsIntoTheBrowsersThatAreFound() throws Exception {
        found("usr/lib/chromium/chromium");
        found("snap/firefox/current");
        Run shown = run("install", "--system", "--dry-run");
        assertThat(shown.exitCode()).as(shown.err()).isZero();
        assertThat(shown.out()).contains("write   /etc/chromium/policies/managed/bloomward.json\n")
                .doesNotContain("mozilla");
        assertThat(root.resolve("etc")).doesNotExist();
        Run installed = run("install", "--system");
        assertThat(installed.exitCode()).as(installed.err()).isZero();
        assertThat(installed.err()).contains("Chromium: full: installed by policy\n",
                "Firefox (snap): none: runs in a sandbox", "The proof: open http://phishing.listed.bloomward.test/");
        assertThat(root.resolve("usr/local/lib/bloomward/browser/native-host-chromium")).content()
                .contains("BLOOMWARD_SOCKET='" + socket() + "'\n");
        Run status = run("status", "--system");
        assertThat(status.exitCode()).as("nobody answers the extension").isOne();
        assertThat(status.out()).containsPattern("^state +nothing is protected: no agent is running\n")
                .contains("http://phishing.listed.bloomward.test/")
                .doesNotContain("reports", "differences")
                .containsPattern("Chromium +other +full +- +installed by policy")
                .containsPattern("Firefox +snap +not installed +- +runs in a sandbox");
        Files.delete(root.resolve("usr/local/lib/bloomward/browser/update.xml"));
        Run changed = run("status", "-o", "json");
        assertThat(changed.exitCode()).isOne();
        assertThat(changed.out()).contains("\"difference\":\"/usr/local/lib/bloomward/browser/update.xml: missing\"");
        assertThat(run("remove", "--system", "--dry-run").out())
                .contains("remove  /etc/chromium/policies/managed/bloomward.json\n");
        assertThat(run("remove", "--system").err()).isEqualTo("Removed. Restart open browsers.\n");
        assertThat(root.resolve("etc")).doesNotExist();
        assertThat(run("status").exitCode()).isOne();
        Run again = run("remove", "--system");
        assertThat(again.exitCode()).isOne();
        assertThat(again.err()).contains("nothing is installed");
    }

    /// A real agent, and the reports of browsers to it.
    @Test
    @Timeout(180)
    void showsWhatOpenBrowsersReport(Publisher publisher) throws Exception {
        beInstalledForChromium();
        try (Agent agent = agents(new SetClock()).at(publisher).start(); SocketClient client = Agents.connect(agent)) {
            client.update();
            Run before = run("status", "--system");
            assertThat(before.exitCode()).as(before.out()).isZero();
            assertThat(before.out()).containsPattern("^state +as expected\n")
                    .containsPattern("Chromium +other +full +- ");
            try (OpenBrowser chromium = new OpenBrowser(agent.socket(), "Chromium 150.1")) {
                assertThat(chromium.reports("late")).contains("\"policy\":{");
                Run late = run("status", "--system");
                assertThat(late.exitCode()).as("less than expected").isOne();
                assertThat(late.out()).contains("a browser reports less protection than expected")
                        .containsPattern("Chromium +other +full +late ")
                        .containsPattern("Chromium 150\\.1 +0\\.1\\.0 +late ");
                assertThat(chromium.reports("full")).contains("\"policy\":{");
                Run full = run("status", "--system", "-o", "json");
                assertThat(full.exitCode()).as(full.out()).isZero();
                assertThat(full.out()).contains("\"reported\":\"full\"",
                        "\"reports\":[{\"browser\":\"Chromium 150.1\",\"extension\":\"0.1.0\",\"rung\":\"full\",");
            }
            while (!run("status", "--system", "-o", "json").out().contains("\"reported\":\"-\"")) {
                Thread.onSpinWait(); // until the agent has noticed that it is closed
            }
        }
    }

    @Test
    @Timeout(180)
    void saysThatAnAgentWithoutListsProtectsNothing() throws Exception {
        beInstalledForChromium();
        try (Agent _ = agents(Clock.systemUTC()).start()) {
            Run status = run("status", "--system");
            assertThat(status.exitCode()).isOne();
            assertThat(status.out()).containsPattern("^state +nothing is protected: the agent is not enrolled\n");
        }
    }

    @Test
    @Timeout(180)
    void saysThatTheListsHaveExpired(Publisher publisher) throws Exception {
        beInstalledForChromium();
        SetClock clock = new SetClock();
        try (Agent agent = agents(clock).at(publisher).start(); SocketClient client = Agents.connect(agent)) {
            client.update();
            assertThat(run("status", "--system").exitCode()).isZero();
            clock.advance(Duration.ofDays(60));
            Run status = run("status", "--system", "-o", "json");
            assertThat(status.exitCode()).isOne();
            assertThat(status.out()).startsWith("{\"state\":\"the lists have expired: of pages that are not listed, ");
        }
    }

    /// Its files are many, and a person decides about none of them.
    @Test
    void showsTheExtensionAsOneLine() {
        Run install = run("install", "--browser", "chromium", "--dry-run");
        String own = "/home/anna/.local/share/bloomward/browser";
        assertThat(install.out())
                .contains("write   " + own + "/extension, 2 files\n", "write   " + own + "/bloomward.crx\n",
                        "write   /home/anna/.config/chromium/NativeMessagingHosts/org.bloomward.host.json\n")
                .doesNotContain("main.js", own + "/extension\n");
        assertThat(run("install", "--browser", "chromium").exitCode()).isZero();
        assertThat(root.resolve(own.substring(1) + "/extension/background/main.js")).exists();
        assertThat(run("remove", "--dry-run").out()).contains("remove  " + own + "/extension, 2 files\n")
                .doesNotContain("main.js", own + "/extension if");
        assertThat(run("remove").exitCode()).isZero();
        assertThat(root.resolve("home/anna/.local")).doesNotExist();
    }

    @Test
    void saysHowToLoadTheExtensionWithoutAPolicy() {
        Run run = run("install", "--browser", "chrome,firefox", "--socket", "/run/other.sock");
        assertThat(run.exitCode()).as(run.err()).isZero();
        String own = "/home/anna/.local/share/bloomward/browser";
        assertThat(run.err()).contains(
                "Chrome: limited: without a policy: in chrome://extensions, switch on developer mode "
                        + "and load the unpacked extension " + own + "/extension\n",
                "Firefox: full: until Firefox ends: in about:debugging", own + "/bloomward.xpi\n");
        assertThat(root.resolve("home/anna/.local/share/bloomward/browser/native-host-firefox")).content()
                .contains("BLOOMWARD_SOCKET='/run/other.sock'");
        assertThat(run("remove").exitCode()).isZero();
    }

    @Test
    void saysThatABrowserRemainsUnprotected() {
        Run run = run("install", "--system", "--browser", "firefox");
        assertThat(run.exitCode()).isOne();
        assertThat(run.err()).contains("Firefox: none: the XPI is not signed");
    }

    @Test
    void isRemovedTogetherWithTheAgent() {
        run("install", "--browser", "firefox");
        Path manifest = root.resolve("home/anna/.mozilla/native-messaging-hosts/org.bloomward.host.json");
        assertThat(manifest).exists();
        String[] uninstall = {"agent", "uninstall", "--purge", "--yes", "--root", root.toString()};
        assertThat(Bloomward.with(environment, new byte[0], uninstall).err())
                .contains("The extension is removed from browsers.");
        assertThat(root.resolve("home/anna/.mozilla")).doesNotExist();
    }

    @Test
    void refusesWhatItCannotReach() throws Exception {
        Run none = run("install");
        assertThat(none.exitCode()).isOne();
        assertThat(none.err()).contains("no browser was found; name one with --browser");
        found("snap/chromium/current");
        assertThat(run("install").err()).contains("only browsers in sandboxes were found (snap, flatpak)");
        assertThat(run("install", "--browser", "netscape").exitCode()).isEqualTo(2);
    }

    private void found(String path) throws IOException {
        Files.createDirectories(root.resolve(path).resolveSibling(""));
        Files.createFile(root.resolve(path));
    }

    private Run run(String... words) {
        List<String> args = new ArrayList<>(List.of("browser"));
        args.addAll(List.of(words));
        args.addAll(List.of("--root", root.toString()));
        return Bloomward.with(environment, new byte[0], args.toArray(String[]::new));
    }
}
