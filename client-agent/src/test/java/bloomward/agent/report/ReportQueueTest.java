package bloomward.agent.report;

import static bloomward.agent.report.ReportsOfTests.filed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportQueueTest {

    @TempDir
    private Path temporary;
    private Path folder;
    private ReportQueue queue;

    @BeforeEach
    void open() throws Exception {
        folder = temporary.resolve("store/reports");
        queue = ReportQueue.open(folder);
    }

    private List<Path> files() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void makesNothingBeforeTheFirstReport() {
        assertThat(folder).doesNotExist();
    }

    @Test
    void keepsReportsForTheirOwnerAlone() throws Exception {
        queue.add(filed(1, "ann"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder))).isEqualTo("rwx------");
        assertThat(files()).hasSize(1)
                .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------"));
    }

    @Test
    void findsThemAgain() throws Exception {
        queue.add(filed(2, "ann"));
        queue.add(filed(1, "bob"));
        queue.replace(filed(2, "ann").in(ReportState.RECEIVED));
        ReportQueue again = ReportQueue.open(folder);
        assertThat(again.all()).containsExactly(filed(1, "bob"), filed(2, "ann").in(ReportState.RECEIVED));
        assertThat(again.of("bob")).containsExactly(filed(1, "bob"));
        assertThat(again.of("eve")).isEmpty();
    }

    @Test
    void forgetsWhatAReportSaidOnceItIsSent() throws Exception {
        queue.add(filed(1, "ann"));
        assertThat(Files.readString(files().getFirst())).contains("evil.example", "comment");
        queue.replace(filed(1, "ann").in(ReportState.RECEIVED));
        assertThat(files()).hasSize(1);
        assertThat(Files.readString(files().getFirst())).doesNotContain("evil", "comment", "phishing", "listed");
    }

    @Test
    void removesWhatIsNoReport() throws Exception {
        queue.add(filed(1, "ann"));
        Path file = files().getFirst();
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < whole.length; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 1;
            assertThat(ReportText.parse(damaged)).as("byte %d", i).isEmpty();
            assertThat(ReportText.parse(Arrays.copyOf(whole, i))).as("cut at %d", i).isEmpty();
        }
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        Files.writeString(folder.resolve(".unfinished-x"), "evil.example");
        Files.createSymbolicLink(folder.resolve("00000000000000070000000000000009"), Path.of("/etc/passwd"));
        assertThat(ReportQueue.open(folder).all()).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void aReportUnderAnotherNameIsNone() throws Exception {
        queue.add(filed(1, "ann"));
        Files.move(files().getFirst(), folder.resolve("00000000000000070000000000000009"));
        assertThat(ReportQueue.open(folder).all()).isEmpty();
    }

    @Test
    void aUserAloneGetsHalfOfThePlacesAndLeavesSomeForOthers() throws Exception {
        fill("ann");
        assertThat(queue.of("ann")).hasSize(50);
        fill("bob");
        assertThat(queue.of("bob")).hasSize(25);
        assertThat(queue.all()).hasSizeLessThanOrEqualTo(ReportQueue.MAX_WAITING);
        queue.replace(queue.of("ann").getFirst().in(ReportState.RECEIVED));
        queue.replace(queue.of("ann").get(1).in(ReportState.LOST));
        queue.add(filed(5000, "bob"));
    }

    private long next;

    private void fill(String user) {
        assertThatExceptionOfType(FullException.class).isThrownBy(() -> {
            while (true) {
                queue.add(filed(next++, user));
            }
        }).withMessageContaining("of your reports are waiting");
    }

    @Test
    void forgetsTheOldestOfTheUserWithMost() throws Exception {
        queue.add(filed(0, "bob"));
        queue.replace(filed(0, "bob").in(ReportState.RECEIVED));
        List<FiledReport> kept = new ArrayList<>();
        for (long i = 1; i <= ReportQueue.MAX_KEPT; i++) {
            queue.add(filed(i, "ann"));
            queue.replace(filed(i, "ann").in(ReportState.RECEIVED));
            kept.add(filed(i, "ann").in(ReportState.RECEIVED));
        }
        assertThat(queue.of("bob")).hasSize(1);
        assertThat(queue.of("ann")).isEqualTo(kept.subList(1, kept.size()));
        assertThat(files()).hasSize(ReportQueue.MAX_KEPT);
    }
}
