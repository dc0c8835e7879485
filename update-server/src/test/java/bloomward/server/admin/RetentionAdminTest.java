package bloomward.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.AuditReports.AuditView;
import bloomward.server.admin.view.ListReports.ListView;
import bloomward.server.admin.view.ListReports.Match;
import bloomward.server.admin.view.PublishReports.PublishRequest;
import bloomward.server.admin.view.PublishReports.RollbackRequest;
import bloomward.server.admin.view.RetentionReports.ListRetention;
import bloomward.server.admin.view.RetentionReports.RetentionReport;
import bloomward.server.admin.view.RetentionReports.RetentionRun;
import bloomward.server.draft.EntryRetention;
import bloomward.server.store.EntryTable;
import bloomward.server.store.FaultyStore;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.WorkCount;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Removed entries go when no version has them that can be returned to, and nothing else does.
final class RetentionAdminTest {

    private static final PublishRequest ALL = new PublishRequest(List.of(), true, false, "", List.of());
    private static final RetentionRun USUAL = new RetentionRun(0);

    private Bureau bureau;
    private RetentionAdmin retention;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        bureau = new Bureau(folder);
        bureau.list("phishing", false);
        retention = retentionOn(bureau.store);
    }

    @AfterEach
    void close() throws IOException {
        bureau.close();
    }

    private RetentionAdmin retentionOn(PublisherStore store) {
        return new RetentionAdmin(store, Duration.ofDays(365), bureau.office.clock());
    }

    private void publish() throws Exception {
        bureau.publications.publish(Bureau.PUBLISHER, ALL);
    }

    private void pass(long days) {
        bureau.office.clock().advance(Duration.ofDays(days));
    }

    private ListRetention run(int days) throws Exception {
        return retention.run(Bureau.ADMIN, new RetentionRun(days)).lists().getFirst();
    }

    private List<String> draft() throws IOException {
        return bureau.store.read(tables -> {
            List<String> all = new ArrayList<>();
            long list = tables.lists().find("phishing").orElseThrow().id();
            tables.entries().scan(list, EntryTable.NOW, (expression, source) -> all.add(expression + "=" + source));
            return all;
        });
    }

    private List<AuditView> forgotten() throws IOException {
        return bureau.audit.rows(OptionalLong.of(1), 1000)
                .stream()
                .filter(row -> row.action().equals("forget"))
                .toList();
    }

    /// Versions of a list that changes by halves, one a day.
    ///
    /// @return the draft of each
    private Map<Long, List<String>> publishVersions(int versions) throws Exception {
        Map<Long, List<String>> drafts = new HashMap<>();
        Random random = new Random(7);
        for (long version = 1; version <= versions; version++) {
            bureau.replace("phishing", "feed",
                    IntStream.range(0, 4)
                            .map(_ -> random.nextInt(8))
                            .mapToObj(i -> "h" + i + ".example")
                            .toArray(String[]::new));
            bureau.replace("phishing", "other", "h" + random.nextInt(8) + ".example", "v" + version + ".example");
            publish();
            drafts.put(version, draft());
            pass(1);
        }
        return drafts;
    }

    @Test
    void everyKeptVersionCanBeReturnedToAndNoOther() throws Exception {
        Map<Long, List<String>> drafts = publishVersions(12);
        ListRetention report = run(5);
        assertThat(report.oldestVersion()).isEqualTo(1);
        assertThat(report.oldestKept()).isEqualTo(8);
        assertThat(report.removable()).isPositive();
        for (long version = 1; version <= 12; version++) {
            RollbackRequest back = new RollbackRequest("phishing", version, "");
            if (version < report.oldestKept()) {
                assertThat(bureau.refused(Code.NO_SUCH_VERSION,
                        () -> bureau.publications.rollback(Bureau.PUBLISHER, back))).hasMessage(
                                "version " + version + " of list 'phishing' can no longer be returned to: its removed"
                                        + " entries are forgotten; the oldest that is kept: 8");
            } else {
                bureau.publications.rollback(Bureau.PUBLISHER, back);
                assertThat(draft()).as("version " + version).isEqualTo(drafts.get(version));
            }
        }
    }

    @Test
    void forgetsOnlyWhatNoKeptVersionHas() throws Exception {
        publishVersions(6);
        SortedSet<String> before = rows();
        ListRetention report = run(2);
        SortedSet<String> after = rows();
        assertThat(before).containsAll(after);
        assertThat(before.size() - after.size()).isEqualTo(report.removable()).isPositive();
        assertThat(run(2).removable()).as("the second run").isZero();
    }

    /// Every entry that is or was there.
    private SortedSet<String> rows() throws IOException {
        return bureau.store.read(tables -> {
            SortedSet<String> all = new TreeSet<>();
            EntryTable.Spans spans = tables.entries().spans(tables.lists().find("phishing").orElseThrow().id(), 0);
            while (spans.advance()) {
                spans.spans().forEach(span -> all.add(spans.expression() + " " + spans.sourceId() + " " + span));
            }
            return all;
        });
    }

    @Test
    void byDefaultEveryVersionOfAYearStays() throws Exception {
        Map<Long, List<String>> drafts = publishVersions(5);
        pass(355);
        assertThat(retention.look(0).days()).isEqualTo(365);
        assertThat(retention.run(Bureau.ADMIN, USUAL).lists().getFirst())
                .isEqualTo(new ListRetention("phishing", 1, 1, 0));
        assertThat(forgotten()).as("a run that finds nothing").isEmpty();
        bureau.publications.rollback(Bureau.PUBLISHER, new RollbackRequest("phishing", 1, ""));
        assertThat(draft()).isEqualTo(drafts.get(1L));
        pass(366);
        assertThat(retention.look(0).lists().getFirst().removable()).isPositive();
    }

    @Test
    void theAuditLogStaysWholeAndSaysWhatWasForgotten() throws Exception {
        publishVersions(6);
        int rows = bureau.audit.rows(OptionalLong.of(1), 1000).size();
        ListRetention planned = retention.look(2).lists().getFirst();
        assertThat(run(2)).isEqualTo(planned);
        assertThat(bureau.audit.rows(OptionalLong.of(1), 1000)).hasSize(rows + 1);
        assertThat(forgotten()).singleElement().satisfies(row -> {
            assertThat(row.actor()).isEqualTo("adam");
            assertThat(row.subject()).isEqualTo("phishing");
            assertThat(row.detail()).isEqualTo(
                    "{\"entries\":" + planned.removable() + ",\"oldestVersion\":" + planned.oldestKept() + "}");
        });
        assertThat(bureau.audit.verify().intact()).isTrue();
    }

    @Test
    void aRemovalWithinThePeriodIsStillExplained() throws Exception {
        bureau.add("phishing", "old.example", "late.example", "stays.example");
        publish();
        pass(20);
        bureau.entries.remove(Bureau.EDITOR, "phishing", Bureau.urls("old.example"));
        publish();
        pass(20);
        bureau.entries.remove(Bureau.EDITOR, "phishing", Bureau.urls("late.example"));
        publish();
        pass(5);
        run(10);
        assertThat(states("old.example")).isEmpty();
        assertThat(states("late.example")).containsExactly("removed");
        assertThat(states("stays.example")).containsExactly("listed");
    }

    private List<String> states(String url) throws Exception {
        return bureau.drafts.explain(url).matches().stream().map(Match::state).toList();
    }

    @Test
    void aListThatWasNeverPublishedLosesNothing() throws Exception {
        bureau.replace("phishing", "feed", "a.example");
        bureau.replace("phishing", "feed", "b.example");
        pass(1000);
        SortedSet<String> before = rows();
        assertThat(run(1)).isEqualTo(new ListRetention("phishing", 0, 0, 0));
        assertThat(rows()).isEqualTo(before);
    }

    private void publishManyRemoved() throws Exception {
        String[] many = IntStream.range(0, 2 * EntryRetention.STEP + 1)
                .mapToObj(i -> "h" + i + ".example")
                .toArray(String[]::new);
        bureau.add("phishing", many);
        publish();
        ListView all = bureau.lists.list("phishing");
        assertThat(all.entries()).isEqualTo(many.length);
        bureau.office.remove(bureau.office.find("phishing"), many);
        bureau.add("phishing", "stays.example");
        publish();
        pass(3);
    }

    @Test
    void othersWriteBetweenTheSteps() throws Exception {
        publishManyRemoved();
        WorkCount counted = new WorkCount(bureau.store);
        RetentionReport report = retentionOn(counted).run(Bureau.ADMIN, new RetentionRun(1));
        assertThat(report.lists().getFirst().removable()).isEqualTo(2 * EntryRetention.STEP + 1);
        assertThat(counted.calls("forget")).isEqualTo(3);
        assertThat(counted.calls("ended")).as("is read beside the writers").isZero();
        assertThat(rows()).hasSize(1);
    }

    @Test
    void aCrashAnywhereLeavesNothingThatLooksWholeAndIsNot() throws Exception {
        publishManyRemoved();
        SortedSet<String> before = rows();
        for (int write = 1; write <= 4; write++) {
            FaultyStore faulty = new FaultyStore(bureau.store,
                    write % 2 == 0 ? FaultyStore.When.BEFORE_APPLIED : FaultyStore.When.AFTER_APPLIED,
                    write == 4 ? 2 : 1);
            assertThatThrownBy(() -> retentionOn(faulty).run(Bureau.ADMIN, new RetentionRun(1)))
                    .isInstanceOf(FaultyStore.Fault.class);
            long from = bureau.store
                    .read(tables -> tables.lists().historyFrom(tables.lists().find("phishing").orElseThrow().id()));
            if (from == 0) {
                assertThat(rows()).isEqualTo(before);
            } else {
                bureau.refused(Code.NO_SUCH_VERSION,
                        () -> bureau.publications.rollback(Bureau.PUBLISHER, new RollbackRequest("phishing", 1, "")));
            }
        }
        run(1);
        assertThat(rows()).hasSize(1);
        assertThat(forgotten()).as("one row for a run that was cut short").hasSize(1);
    }

    @Test
    void refusesDaysThatAreNone() throws Exception {
        bureau.refused(Code.BAD_REQUEST, () -> retention.run(Bureau.ADMIN, new RetentionRun(-1)));
        bureau.refused(Code.BAD_REQUEST, () -> retention.look(40_000));
    }
}
