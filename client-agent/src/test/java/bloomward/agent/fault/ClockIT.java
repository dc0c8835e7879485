package bloomward.agent.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.store.FileTree;
import bloomward.agent.store.Store;
import bloomward.agent.update.Enrollment;
import bloomward.agent.update.RootPin;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.agent.update.Updater;
import bloomward.format.Digest;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The built program on a machine whose clock is ten years off.
@Timeout(300)
final class ClockIT {

    @TempDir
    private static Path folder;

    @BeforeAll
    static void install() throws Exception {
        TracedProcess.require("faketime", "ClockIT", List.of("faketime", "-f", "+10y", "date"));
        Clock clock = Clock.systemUTC();
        try (Publisher publisher = Publisher.start(folder.resolve("server"), clock)) {
            publisher.list("phishing").add("phishing", "evil.example").publish();
            HttpTransport transport = HttpTransport.of(Map.of(), Optional.empty(), FetchLimits.DEFAULT, "test", clock);
            Store store = Store.at(folder.resolve("store"));
            new Enrollment(transport, store).enroll(publisher.address(), new RootPin.Note(publisher.root()), false);
            assertThat(new Updater(transport, store, List.of(), clock).poll()).isInstanceOf(Updated.class);
        }
    }

    /// The exit code of a check, and its output.
    private static String check(String offset, String url) throws Exception {
        Path store = folder.resolve("store");
        Map<String, Digest> before = FileTree.digests(store);
        ProcessBuilder builder = new ProcessBuilder("faketime", "-f", offset, "bin/bloomward", "check", "--offline",
                "--data-dir", store.toString(), "-o", "jsonl", url).redirectError(ProcessBuilder.Redirect.INHERIT);
        // Dates of files stay, or the JVM takes its archive of classes for an old one.
        builder.environment().putAll(Map.of("FAKETIME_DONT_FAKE_MONOTONIC", "1", "NO_FAKE_STAT", "1"));
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        String result = process.waitFor() + " " + out;
        assertThat(FileTree.digests(store)).as("nothing is dropped").isEqualTo(before);
        return result;
    }

    @Test
    void aClockAheadFindsAllAndCallsNothingClean() throws Exception {
        assertThat(check("+10y", "evil.example")).startsWith("1 ")
                .contains("\"verdict\":\"listed\"", "\"freshness\":\"expired\"");
        assertThat(check("+10y", "clean.example")).startsWith("2 ").contains("\"verdict\":\"unknown\"");
    }

    @Test
    void aClockBehindIsSetRightByWhatWasSigned() throws Exception {
        assertThat(check("-10y", "evil.example")).startsWith("1 ")
                .contains("\"verdict\":\"listed\"", "\"freshness\":\"fresh\"");
        assertThat(check("-10y", "clean.example")).startsWith("0 ").contains("\"verdict\":\"clean\"");
    }

    @Test
    @Tag("long")
    void aDayAndMoreAheadIsStale() throws Exception {
        assertThat(check("+2d", "evil.example")).startsWith("1 ").contains("\"freshness\":\"stale\"");
        assertThat(check("+2d", "clean.example")).startsWith("0 ").contains("\"freshness\":\"stale\"");
    }
}
