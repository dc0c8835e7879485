package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `bloomward browser install --system` on a machine with both browsers: they come up protected, one agent serves both and names
/// them, and `remove` leaves nothing.
@Timeout(Until.TEST_SECONDS)
final class BrowserInstallIT {

    private static final List<String> FOLDERS = List.of("/etc", "/usr/local", "/usr/lib/mozilla");

    @TempDir
    private Path folder;

    @Test
    void browsersComeUpProtectedAndRemoveLeavesNothing() throws Exception {
        try (Scene scene = Scene.bare(folder)) {
            scene.agent.installed(scene.machine);
            scene.startAgent();
            SortedSet<String> before = files(scene);
            scene.agent.run("browser", "install", "--system", "--allow-unsigned");
            scene.machine.write("/etc/chromium/policies/managed/tools.json", Packed.TOOLS_MAY_LOOK);
            List<Browser> browsers = new ArrayList<>();
            for (Browser.Kind kind : Browser.Kind.values()) {
                Browser browser = scene.start(kind);
                scene.awaitProtection(browser);
                Scene.awaitWarning(browser.open(scene.web.http(kind + ".installed." + Scene.LISTED, "/")));
                browser.open(scene.web.http(Scene.GOOD, "/")).awaitTitle("start");
                browsers.add(browser);
            }
            assertThat(scene.web.requests("installed." + Scene.LISTED)).isEmpty();
            scene.awaitHello(2);
            assertThat(scene.agent.run("browser", "status")).contains("Chromium", "Firefox", "full");

            Tab open = browsers.getFirst().open(scene.web.http("everywhere.test", "/"));
            open.awaitTitle("start");
            scene.list("everywhere.test");
            int seen = scene.web.requests("everywhere.test").size();
            for (Browser browser : browsers) {
                Scene.awaitWarning(browser.open(scene.web.http("everywhere.test", "/")));
            }
            Scene.awaitWarning(open);
            assertThat(scene.web.requests("everywhere.test")).hasSize(seen);
            browsers.forEach(Browser::close);
            scene.awaitHello(0);

            scene.agent.run("browser", "remove", "--system");
            Files.delete(scene.machine.path("/etc/chromium/policies/managed/tools.json"));
            assertThat(files(scene)).isEqualTo(before);
            for (Browser.Kind kind : Browser.Kind.values()) {
                Browser browser = scene.start(kind);
                browser.open(scene.web.http(kind + ".removed." + Scene.LISTED, "/")).awaitTitle("start");
            }
        }
    }

    /// Without the class-data archives of the program: they belong to its own installation.
    private static SortedSet<String> files(Scene scene) throws IOException {
        SortedSet<String> files = new TreeSet<>();
        for (String top : FOLDERS) {
            Path root = scene.machine.path(top);
            try (Stream<Path> found = Files.walk(root)) {
                found.filter(file -> !Files.isDirectory(file) && !file.toString().endsWith(".jsa"))
                        .forEach(file -> files.add(top + "/" + root.relativize(file)));
            }
        }
        return files;
    }
}
