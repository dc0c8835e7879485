package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// One agent serves all browsers and profiles of a person at once.
@Timeout(180)
final class TwoBrowsersIT {

    @TempDir
    private Path folder;

    @Test
    void everyProfileIsProtectedAndNamed() throws Exception {
        try (Scene scene = Scene.start(folder)) {
            scene.startAgent();
            List<Browser> browsers = List.of(scene.startAs("work", Browser.Kind.CHROMIUM),
                    scene.startAs("home", Browser.Kind.CHROMIUM), scene.startAs("work", Browser.Kind.FIREFOX));
            for (Browser browser : browsers) {
                scene.awaitProtection(browser);
            }
            scene.awaitHello(3);
            Tab open = browsers.getFirst().open(scene.web.http("everywhere.test", "/"));
            open.awaitTitle("start");
            scene.list("everywhere.test");
            int before = scene.web.requests("everywhere.test").size();
            for (Browser browser : browsers) {
                Scene.awaitWarning(browser.open(scene.web.http("everywhere.test", "/")));
            }
            Scene.awaitWarning(open);
            assertThat(scene.web.requests("everywhere.test")).hasSize(before);
            assertThat(scene.agent.run("browser", "status")).contains("Chromium", "Firefox");
            browsers.forEach(Browser::close);
            scene.awaitHello(0);
        }
    }
}
