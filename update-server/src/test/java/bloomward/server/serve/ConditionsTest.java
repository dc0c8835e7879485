package bloomward.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.format.testing.SetClock;
import bloomward.format.url.Expression;
import bloomward.server.config.NoticeKind;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.guard.HoldReason;
import bloomward.server.notify.Condition;
import bloomward.server.notify.Notifier;
import bloomward.server.notify.Observation;
import bloomward.server.notify.Shelf;
import bloomward.server.notify.WebhookReceiver;
import bloomward.server.publish.Office;
import bloomward.server.store.FeedRow;
import bloomward.server.store.Gathering;
import bloomward.server.store.HoldRow;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.ReportKind;
import bloomward.server.store.ReportText;
import bloomward.server.store.SourceKind;
import bloomward.server.store.SourceRow;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConditionsTest {

    private static final Duration DAY = Duration.ofDays(1);

    @TempDir
    private Path folder;
    private Office office;
    private Conditions.Limits limits = new Conditions.Limits(DAY, DAY, DAY, DAY, 0, 20);
    private Optional<Instant> certificate = Optional.empty();

    @BeforeEach
    void open() throws Exception {
        office = new Office(folder.resolve("data"));
    }

    @AfterEach
    void close() throws Exception {
        office.close();
    }

    private Conditions conditions() {
        return new Conditions(office.folder(), office.store(), office.commits(), new Polls(office.clock()),
                () -> certificate, limits, office.clock());
    }

    private List<String> names() {
        return names(conditions());
    }

    private static List<String> names(Conditions conditions) {
        return conditions.look().conditions().stream().map(each -> each.kind().label() + " " + each.subject()).toList();
    }

    private void later(Duration by) throws Exception {
        office.clock().advance(by);
        if (office.commits().current().newest().isPresent()) {
            office.publishing().freshness().refresh();
        }
    }

    private void feed(String name, ListRow list, boolean isEnabled, int failures) throws Exception {
        office.store().write(tables -> {
            tables.feeds()
                    .put(new FeedRow(name, list.id(), "", isEnabled, Optional.empty(), Optional.empty(),
                            Optional.empty(), failures, Optional.of("Location: https://evil.example/"),
                            Optional.empty()));
            return true;
        });
    }

    private void hold(ListRow list, HoldReason reason, int count) throws Exception {
        office.store().write(tables -> {
            SourceRow source = tables.lists().source(list.id(), "some feed", SourceKind.FEED, Optional.empty());
            for (int i = 0; i < count; i++) {
                tables.holds()
                        .put(HoldRow.ofEntry(source, new Expression("person" + i + ".example/"), reason.label(), "", i,
                                Optional.empty(), Optional.empty(), "alice", office.clock().instant()));
            }
            return true;
        });
    }

    @Test
    void isQuietWhereAllIsWell() throws Exception {
        office.list("empty");
        assertThat(names()).isEmpty();
        office.add(office.list("malware"), "bait.example");
        office.publishDone();
        later(DAY);
        assertThat(names()).isEmpty();
    }

    @Test
    void aFeedFailsAtItsThirdFailureAndItsWordsAreNotRepeated() throws Exception {
        ListRow list = office.list("malware");
        feed("one", list, true, 2);
        feed("two", list, true, 3);
        feed("three", list, false, 9);
        assertThat(names()).containsExactly("feed-failing two");
        assertThat(conditions().look().conditions().getFirst().detail())
                .isEqualTo("3 failures in a row, last success never");
    }

    @Test
    void heldEntriesAreOneConditionOfTheirList() throws Exception {
        ListRow list = office.list("malware");
        hold(list, HoldReason.POPULAR_HOST, 1000);
        later(DAY.minusSeconds(1));
        assertThat(names()).isEmpty();
        later(Duration.ofSeconds(1));
        Observation seen = conditions().look();
        assertThat(seen.conditions()).containsExactly(new Condition(NoticeKind.HOLDS_WAITING, "malware",
                "1,000 entries, the oldest held since " + SetClock.BEGIN));
        assertThat(seen.toString()).doesNotContain("person");
    }

    /// The flood: a thousand entries held at once, then a thousand more.
    @Test
    void aThousandHeldEntriesAreOneMessage() throws Exception {
        ListRow list = office.list("malware");
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            Settings settings = Settings.resolve(
                    Map.of(ServerSetting.DATA_DIR, folder.toString(), ServerSetting.NOTIFY_WEBHOOK, receiver.url(),
                            ServerSetting.NOTIFY_WEBHOOK_SECRET_FILE, WebhookReceiver.secretFile(folder).toString()),
                    Optional.empty(), Map.of());
            try (Notifier notifier = Notifier.open(settings, Shelf.of(folder.resolve("notices.json")), "lists.example",
                    new SimpleMeterRegistry(), office.clock(), new Random(1))) {
                hold(list, HoldReason.POPULAR_HOST, 1000);
                Conditions conditions = conditions();
                for (int hour = 0; hour < 47; hour++) {
                    if (hour == 1) {
                        hold(list, HoldReason.SHORTENER, 2000);
                    }
                    office.clock().advance(Duration.ofHours(1));
                    for (Future<?> each : notifier.observe(conditions.look())) {
                        each.get();
                    }
                }
            }
            assertThat(receiver.taken()).singleElement()
                    .satisfies(taken -> assertThat(taken.json().path("events").path(0).path("detail").asText())
                            .startsWith("2,000 entries"));
        }
    }

    @Test
    void aFeedThatShrankIsToldAtOnce() throws Exception {
        ListRow list = office.list("malware");
        String[] many = new String[100];
        for (int i = 0; i < many.length; i++) {
            many[i] = "host" + i + ".example";
        }
        office.replace(list, many);
        office.publishDone();
        office.replace(list, "host1.example", "host2.example");
        assertThat(names()).containsExactly("feed-held feed in malware");
        assertThat(conditions().look().conditions().getFirst().detail())
                .isEqualTo("feed-shrank: the feed lost an unusual number of entries, held since " + SetClock.BEGIN);
        later(DAY);
        assertThat(names()).containsExactly("feed-held feed in malware");
    }

    @Test
    void changesThatNobodyPublishesAreStalled() throws Exception {
        ListRow list = office.list("malware");
        ListRow reviewed = office.list("phishing", 36, true);
        office.add(list, "bait.example");
        office.add(reviewed, "bait.example");
        later(DAY);
        assertThat(names()).containsExactly("publication-stalled malware", "approval-waiting phishing");
        office.publishDone("malware");
        assertThat(names()).containsExactly("approval-waiting phishing");
        office.add(list, "more.example");
        office.revert(list,
                office.store().read(tables -> tables.publications().latestVersion(list.id())).orElseThrow().change());
        later(DAY);
        assertThat(names()).containsExactly("approval-waiting phishing"); // the other draft is as it was published
    }

    @Test
    void aPublicationWithoutItsSignaturesWaits() throws Exception {
        office.close();
        office = new Office(folder.resolve("other"), false);
        office.add(office.list("malware"), "bait.example");
        office.publish();
        later(DAY);
        assertThat(names()).containsExactly("publication-stalled malware", "approval-waiting signatures");
    }

    @Test
    void whatExpiresIsToldBefore() throws Exception {
        office.add(office.list("malware"), "bait.example");
        office.publishDone();
        certificate = Optional.of(SetClock.BEGIN.plus(Duration.ofDays(20)));
        Conditions conditions = conditions();
        office.clock().advance(Duration.ofHours(3));
        assertThat(names(conditions)).containsExactly("publication-stalled latest");
        office.clock().advance(Duration.ofDays(5)); // nothing was signed
        assertThat(names(conditions)).containsExactly("publication-stalled latest", "expiry manifest", "expiry latest");
        office.clock().advance(Duration.ofDays(1));
        assertThat(names(conditions)).contains("expiry certificate").doesNotContain("expiry root");
        office.clock().advance(Duration.ofDays(329));
        assertThat(names(conditions)).contains("expiry root");
        // After a start there is time to sign what became due.
        assertThat(names()).containsExactly("expiry root", "expiry certificate");
    }

    @Test
    void littleSpaceIsTold() {
        limits = new Conditions.Limits(DAY, DAY, DAY, DAY, Long.MAX_VALUE, 20);
        assertThat(names()).containsExactly("disk-low ");
    }

    @Test
    void reportsOfPeopleAreCountedAndNotShown() throws Exception {
        ReportText text = new ReportText(ReportKind.WRONG, "http://private.example/", "http://private.example/", "",
                "listed", Optional.empty(), Optional.empty(), OptionalLong.empty());
        office.store()
                .write(tables -> tables.reports()
                        .receive(Digest.of(new byte[1]), Digest.of(new byte[2]), text, office.clock().instant()));
        assertThat(names()).isEmpty();
        later(DAY);
        assertThat(conditions().look().conditions()).containsExactly(
                new Condition(NoticeKind.REPORTS_WAITING, "", "1 report, the oldest since " + SetClock.BEGIN));
    }

    @Test
    void whatCannotBeReadIsUnknown() throws Exception {
        Conditions conditions = new Conditions(office.folder(), new Unreadable(), office.commits(),
                new Polls(office.clock()), () -> certificate, limits, office.clock());
        assertThat(conditions.look().unknown())
                .contains(NoticeKind.FEED_FAILING, NoticeKind.HOLDS_WAITING, NoticeKind.AGENTS_STALE)
                .doesNotContain(NoticeKind.EXPIRY);
    }

    /// A store whose disk is gone.
    private static final class Unreadable implements PublisherStore {

        @Override
        public <R, E extends Exception> R read(Work<R, E> work) throws IOException {
            throw new IOException("disk I/O error");
        }

        @Override
        public <R, E extends Exception> R write(Work<R, E> work) throws IOException {
            throw new IOException("disk I/O error");
        }

        @Override
        public Gathering gather() {
            throw new UnsupportedOperationException("is not asked for");
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
