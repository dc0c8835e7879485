package bloomward.server.notify;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.SetClock;
import bloomward.server.config.NoticeKind;
import bloomward.server.notify.Event.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LedgerTest {

    private static final Condition FEED = new Condition(NoticeKind.FEED_FAILING, "one", "3 failures");
    private static final Condition DISK = new Condition(NoticeKind.DISK_LOW, "", "7 MiB free");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SetClock clock = new SetClock();
    private Ledger ledger = new Ledger();

    @TempDir
    private Path folder;

    private void observe(Condition... conditions) {
        ledger.observe(new Observation(List.of(conditions), Set.of()), List.of("mail"), clock.instant());
    }

    /// The states that a message by mail tells now; it arrives.
    private List<State> tell() {
        List<Event> due = ledger.due("mail", clock.instant());
        ledger.told("mail", due, clock.instant());
        return due.stream().map(Event::state).toList();
    }

    /// The states told in some time, with an observation each minute.
    private List<State> during(Duration time, Condition... conditions) {
        List<State> told = new ArrayList<>();
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plus(MINUTE)) {
            clock.advance(MINUTE);
            observe(conditions);
            told.addAll(tell());
        }
        return told;
    }

    @Test
    void tellsTheBeginningOnceThenDailyThenTheEnd() {
        assertThat(during(Duration.ofHours(23), FEED)).containsExactly(State.RAISED);
        assertThat(during(Duration.ofDays(2), FEED)).containsExactly(State.REPEATED, State.REPEATED);
        assertThat(during(Duration.ofMinutes(59))).isEmpty();
        assertThat(during(Duration.ofHours(60))).containsExactly(State.RESOLVED);
        assertThat(ledger.entries()).isEmpty();
    }

    @Test
    void remindsOfAllAtOnceSoThatThereIsOneReminderADay() {
        during(Duration.ofHours(5), FEED);
        during(Duration.ofHours(20), FEED, DISK); // the first reminder, of the feed alone
        List<Integer> sizes = new ArrayList<>();
        for (int i = 0; i < 48 * 60; i++) {
            clock.advance(MINUTE);
            observe(FEED, DISK);
            sizes.add(tell().size());
        }
        assertThat(sizes).filteredOn(size -> size > 0).containsExactly(2, 2);
    }

    /// A feed that works again for half an hour of each hour.
    @Test
    void tellsAFlappingFeedOnce() {
        List<State> told = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            told.addAll(during(Duration.ofMinutes(30), FEED));
            told.addAll(during(Duration.ofMinutes(30)));
        }
        assertThat(told).containsExactly(State.RAISED);
    }

    /// One that fails for ten minutes every three hours, for a week: 56 failures.
    @Test
    void tellsASlowlyFlappingFeedFewTimes() {
        List<State> told = new ArrayList<>();
        for (int i = 0; i < 56; i++) {
            told.addAll(during(Duration.ofMinutes(10), FEED));
            told.addAll(during(Duration.ofMinutes(170)));
        }
        assertThat(told).filteredOn(State.RAISED::equals).hasSize(3);
        assertThat(told).filteredOn(State.RESOLVED::equals).hasSize(2);
        assertThat(told).filteredOn(State.REPEATED::equals).hasSizeBetween(5, 7);
    }

    @Test
    void tellsOfOneThatBeganAndEndedWhileNobodyCouldBeTold() {
        observe(FEED);
        clock.advance(Duration.ofHours(3));
        observe();
        List<Event> due = ledger.due("mail", clock.instant());
        assertThat(due).containsExactly(
                new Event(State.RESOLVED, FEED, SetClock.BEGIN, java.util.Optional.of(SetClock.BEGIN)));
        assertThat(tell()).containsExactly(State.RESOLVED);
        assertThat(tell()).isEmpty();
    }

    @Test
    void whatCannotBeObservedDoesNotEnd() {
        observe(FEED);
        tell();
        for (int i = 0; i < 10; i++) {
            clock.advance(Duration.ofHours(1));
            ledger.observe(new Observation(List.of(), Set.of(NoticeKind.FEED_FAILING)), List.of("mail"),
                    clock.instant());
            assertThat(tell()).isEmpty();
        }
    }

    @Test
    void goesOnAfterARestartWhereItEnded() throws Exception {
        LedgerFile file = new LedgerFile(Shelf.of(folder.resolve("notices.json")));
        observe(FEED, DISK);
        tell();
        file.write(ledger);
        clock.advance(Duration.ofHours(5)); // the server is off
        ledger = new Ledger();
        file.readInto(ledger, clock.instant());
        assertThat(during(Duration.ofMinutes(30), FEED)).isEmpty();
        assertThat(during(Duration.ofMinutes(31), FEED)).containsExactly(State.RESOLVED); // the disk
        assertThat(ledger.entries()).filteredOn(entry -> entry.ended().isEmpty())
                .singleElement()
                .satisfies(entry -> assertThat(entry.since()).isEqualTo(SetClock.BEGIN));
    }

    @Test
    void aDamagedFileIsNoReasonNotToStart() throws Exception {
        Path path = Files.writeString(folder.resolve("notices.json"), "{\"conditions\":[{\"kind\":\"disk-low\",");
        new LedgerFile(Shelf.of(path)).readInto(ledger, clock.instant());
        assertThat(ledger.entries()).isEmpty();
        Files.writeString(path, "{\"conditions\":[{\"kind\":\"disk-low\",\"since\":\"yesterday\"}]}");
        new LedgerFile(Shelf.of(path)).readInto(ledger, clock.instant());
        assertThat(ledger.entries()).isEmpty();
    }

    @Test
    void hasRoomForSoManyAndNoMore() {
        List<Condition> many = IntStream.range(0, Ledger.MOST + 5)
                .mapToObj(i -> new Condition(NoticeKind.FEED_FAILING, "feed" + i, ""))
                .toList();
        int left = ledger.observe(new Observation(many, Set.of()), List.of("mail"), clock.instant());
        assertThat(left).isEqualTo(5);
        assertThat(ledger.entries()).hasSize(Ledger.MOST);
        Message message = Message.of("id", clock.instant(), "lists.example", ledger.due("mail", clock.instant()),
                ledger.open());
        assertThat(message.events()).hasSize(Message.MOST);
        assertThat(message.summary()).isEqualTo("50 raised and 950 more: feed-failing feed0, ...");
    }
}
