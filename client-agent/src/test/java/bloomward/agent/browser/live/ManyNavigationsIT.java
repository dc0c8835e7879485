package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A thousand pages, some of them listed, leave nothing behind: neither in the extension, nor in host and agent.
@Tag("long")
@Timeout(1800)
final class ManyNavigationsIT {

    private static final int NAVIGATIONS = 1_000;
    /// So many that everything bounded is full before anything is counted.
    private static final int WARM_UP = 300;
    private static final int IMAGES = 5;
    private static final int LISTED_EACH = 5;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void areNotKept(Browser.Kind kind) throws Exception {
        try (Scene scene = Scene.start(folder)) {
            scene.agent.with("browser-subresources", "on");
            scene.startAgent();
            scene.web.page("/page",
                    request -> Answer.page(IntStream.range(0, IMAGES)
                            .mapToObj(i -> "<img src='/image" + i + request.path().replace("/page", "") + "'>")
                            .collect(Collectors.joining("", "<title>page</title>", ""))));
            Browser browser = scene.start(kind);
            scene.awaitProtection(browser);
            Tab tab = browser.open("about:blank");
            navigate(scene, tab, 0, WARM_UP);
            Kept before = kept(scene, browser);
            navigate(scene, tab, WARM_UP, WARM_UP + NAVIGATIONS);
            Kept after = kept(scene, browser);
            System.out.printf("%s: %s, after %,d more navigations %s%n", kind, before, NAVIGATIONS, after);
            assertThat(after.inExtension()).as("in the extension: %s, then %s", before, after)
                    .isLessThanOrEqualTo(before.inExtension() + before.inExtension() / 5);
            assertThat(after.hostKilobytes()).as("in the host: %s, then %s", before, after)
                    .isLessThanOrEqualTo(before.hostKilobytes() + before.hostKilobytes() / 5);
            assertThat(after.agentKilobytes()).as("in the agent: %s, then %s", before, after)
                    .isLessThanOrEqualTo(before.agentKilobytes() + before.agentKilobytes() / 5);
        }
    }

    /// Each page has a host and an address of its own.
    private static void navigate(Scene scene, Tab tab, int from, int to) throws IOException, InterruptedException {
        for (int i = from; i < to; i++) {
            if (i % LISTED_EACH == 0) {
                tab.go(scene.web.http("listed" + i + "." + Scene.LISTED, "/page?" + i));
                Scene.awaitWarning(tab);
            } else {
                String address = scene.web.http("site" + i + ".test", "/page?" + i);
                tab.go(address);
                Until.is("page " + i, () -> tab.address().equals(address)
                        && tab.evaluate("document.readyState").asText().equals("complete"));
            }
        }
    }

    /// @param inExtension entries of all its maps and sets in Chromium, bytes in Firefox, as each browser tells of another
    ///     program
    private record Kept(long inExtension, long hostKilobytes, long agentKilobytes) {}

    private static Kept kept(Scene scene, Browser browser) throws Exception {
        long inExtension = switch (browser) {
            case Chromium chromium -> chromium.entriesOfWorker();
            case Firefox firefox -> firefox.bytesOfExtension();
        };
        ProcessHandle host = browser.process()
                .descendants()
                .filter(one -> one.info().commandLine().orElse("").contains("native-host"))
                .filter(one -> one.info().command().orElse("").endsWith("java"))
                .findFirst()
                .orElseThrow();
        return new Kept(inExtension, residentKilobytes(host), residentKilobytes(scene.agent.process()));
    }

    private static long residentKilobytes(ProcessHandle process) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))
                .stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }
}
