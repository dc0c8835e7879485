package bloomward.server.history;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.SetClock;
import bloomward.server.admin.view.HistoryReports.AgePoint;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.TestedStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two servers on one database: agents ask either, and each server's plot is of both.
final class SharedHistoryTest {

    @TempDir
    private Path folder;

    @Test
    void pollsOfBothAddUp() throws Exception {
        Path here = Files.createDirectories(folder.resolve("a")).resolve("store.db");
        Path there = Files.createDirectories(folder.resolve("b")).resolve("store.db");
        TestedStore.share(here, there);
        SetClock clock = new SetClock();
        try (PublisherStore first = TestedStore.POSTGRES.at(here).open();
                PublisherStore second = TestedStore.POSTGRES.at(there).open()) {
            CountingServer a = new CountingServer(first, clock);
            CountingServer b = new CountingServer(second, clock);
            a.keep(Map.of("current", 30L, "12h", 3L));
            b.keep(Map.of("current", 12L, "12h", 4L));
            a.keep(Map.of("current", 1L));
            AgePoint sum = new AgePoint(SetClock.BEGIN, Map.of("current", 43L, "12h", 7L), 0, false);
            for (PublisherStore each : new PublisherStore[] {first, second}) {
                assertThat(new History(each, clock).ages(1).hours()).containsExactly(sum);
            }
        }
    }
}
