package bloomward.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.admin.EntryAdmin.ImportRequest;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.ListReports.ImportReport;
import bloomward.server.admin.view.TokenReports.NewToken;
import bloomward.server.draft.Importer;
import bloomward.server.draft.KeptImports;
import bloomward.server.feed.ListLimits;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.WorkCount;
import java.io.ByteArrayInputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A list of hosts that guards hold, one and all: a row for each, written while everybody else waits. Half a million
/// kept a revocation waiting for twenty seconds.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ManyHeldLinesTest {

    private static final int MOST = 10_000;
    private static final ImportRequest REQUEST = new ImportRequest("many", "domains", "", false, "", "", "");

    private Bureau bureau;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        bureau = new Bureau(folder);
        bureau.list("phishing", false);
        bureau.guards.replace(Bureau.ADMIN, "popular", hosts(2 * MOST).getBytes(UTF_8));
    }

    @AfterEach
    void close() throws Exception {
        bureau.close();
    }

    private static String hosts(int count) {
        return IntStream.range(0, count).mapToObj(i -> "popular" + i + ".example\n").collect(Collectors.joining());
    }

    private ImportReport read(ImportRequest request, String lines) throws Exception {
        return bureau.entries.read(Bureau.EDITOR, "phishing", request,
                () -> new ByteArrayInputStream(lines.getBytes(UTF_8)));
    }

    @Test
    void areRefusedAltogether() throws Exception {
        String lines = "evil.example\n" + hosts(MOST + 1) + "google.test\nworse.example\n";
        for (boolean replace : new boolean[] {false, true}) {
            Refusal refusal = bureau.refused(Code.LIST_BEYOND_LIMITS,
                    () -> read(new ImportRequest("many", "domains", "", replace, "", "", ""), lines));
            assertThat(refusal).hasMessageContaining("10001 lines (popular-host 10001)")
                    .hasMessageContaining("at most 10000")
                    .hasMessageContaining("in parts");
            assertThat(refusal.details()).hasSize(20)
                    .first()
                    .isEqualTo(new Refusal.Detail(2, "popular-host: popular0.example/"));
        }
        assertThat(bureau.held("", "open")).isEmpty();
        assertThat(
                bureau.drafts.diff(List.of("phishing"), bureau.office.commits().current()).lists().getFirst().added())
                .isZero();
    }

    @Test
    void areHeldWhileTheyAreFewEnough() throws Exception {
        ImportReport report = read(REQUEST, "evil.example\n" + hosts(MOST));
        assertThat(report.held()).containsEntry("popular-host", (long) MOST);
        assertThat(report.added()).isEqualTo(1);
    }

    /// The lines come one by one, and the last one when everybody else is done.
    @Test
    void keepNobodyElseWaiting() throws Exception {
        long token = bureau.tokens.create(Bureau.ADMIN, new NewToken("lost", "editor")).id();
        HeldOpenImportTest.HeldOpen end = new HeldOpenImportTest.HeldOpen();
        FutureTask<ImportReport> held = new FutureTask<>(() -> bureau.entries.read(Bureau.EDITOR, "phishing", REQUEST,
                () -> new SequenceInputStream(new ByteArrayInputStream(hosts(2 * MOST).getBytes(UTF_8)), end)));
        Thread.ofVirtual().start(held);
        end.isBeingRead.await();
        bureau.tokens.revoke(Bureau.ADMIN, token);
        assertThat(bureau.add("phishing", "bad.example").added()).isEqualTo(1);
        assertThat(held.isDone()).isFalse();
        end.mayEnd.countDown();
        try {
            throw new AssertionError("not refused: " + held.get());
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(Refusal.class);
        }
    }

    /// The work left while others wait: nothing for a refused list, and one question for each held line otherwise.
    @Test
    void areAskedForOnceWhileOthersWait() throws Exception {
        WorkCount counted = new WorkCount(bureau.store);
        EntryAdmin entries = entries(counted);
        bureau.refused(Code.LIST_BEYOND_LIMITS, () -> entries.read(Bureau.EDITOR, "phishing", REQUEST,
                () -> new ByteArrayInputStream(hosts(MOST + 1).getBytes(UTF_8))));
        assertThat(counted.writes()).isZero();
        entries.read(Bureau.EDITOR, "phishing", REQUEST, () -> new ByteArrayInputStream(hosts(300).getBytes(UTF_8)));
        assertThat(counted.calls("lastDecision")).isEqualTo(300);
    }

    private EntryAdmin entries(PublisherStore store) throws Exception {
        GuardLists guards = GuardLists.open(bureau.office.folder().guards(), List.of());
        return new EntryAdmin(store, new Importer(store, guards, new KeptImports(bureau.office.folder().kept()),
                ListLimits.DEFAULT, bureau.office.clock()), bureau.office.clock());
    }
}
