package bloomward.agent.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.socket.message.AgentStatus.PastPoll;
import bloomward.agent.store.Store;
import bloomward.agent.update.PollSchedule;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.format.testing.SetClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class PollLoopTest {

    @TempDir
    private Path folder;

    private final SetClock clock = new SetClock();
    private final AtomicLong nanos = new AtomicLong();
    private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
    private final Wakeup wakeup = new Wakeup();
    private final AtomicInteger steps = new AtomicInteger();
    private final Queue<Supplier<UpdateOutcome>> outcomes = new ArrayDeque<>();
    private PollLoop loop = make();

    @BeforeEach
    void start() {
        loop = make();
    }

    private PollLoop make() {
        Log log = new Log(new PrintStream(logged, true, UTF_8), clock, Log.Level.INFO, Map.of());
        try {
            return new PollLoop(() -> outcomes.remove().get(), Optional::empty,
                    new InUse(Store.at(Path.of(String.valueOf(folder), "store")), List.of()),
                    new Timetable(PollSchedule.every(Duration.ofMinutes(5)), Duration.ZERO, new SplittableRandom(1),
                            clock, nanos::get),
                    wakeup, steps::incrementAndGet, clock, log);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void pass(Duration time) {
        clock.advance(time);
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void pollsWhenItIsTimeAndTellsWhatCameOfIt() {
        outcomes.add(Unchanged::new);
        loop.step();
        assertThat(loop.polls().last()).contains(new PastPoll(clock.instant(), "unchanged", "nothing newer"));
        assertThat(loop.polls().next().orElseThrow()).isAfter(clock.instant());
        loop.step(); // would find no outcome
        assertThat(steps).hasValue(2);
    }

    @Test
    void countsFailuresAndSaysWhenItWorksAgain() {
        outcomes.add(() -> new Failed(Failure.UNREACHABLE, "no route", Optional.empty()));
        outcomes.add(() -> new Failed(Failure.REFUSED, "signed by nobody", Optional.empty()));
        outcomes.add(Unchanged::new);
        loop.step();
        pass(Duration.ofHours(2));
        loop.step();
        assertThat(loop.polls().failures()).isEqualTo(2);
        assertThat(loop.polls().last().orElseThrow().outcome()).isEqualTo("refused");
        pass(Duration.ofHours(2));
        loop.step();
        assertThat(loop.polls().failures()).isZero();
        assertThat(logged.toString(UTF_8).lines().map(line -> line.substring(21))).satisfiesExactly(
                line -> assertThat(line).startsWith("warn poll failed, unreachable: no route; next in "),
                line -> assertThat(line).startsWith("error poll failed, refused: signed by nobody"),
                line -> assertThat(line).isEqualTo("info polling works again: nothing newer"));
    }

    @Test
    void survivesAFaultAndDoesNotTellItsMessage() {
        outcomes.add(() -> {
            throw new IllegalStateException("http://secret.example/");
        });
        loop.step();
        assertThat(loop.polls().last().orElseThrow().outcome()).isEqualTo("local");
        assertThat(loop.polls().failures()).isEqualTo(1);
        assertThat(logged.toString(UTF_8)).contains("IllegalStateException at ").doesNotContain("secret");
    }

    @Test
    void anErrorEndsTheLoopAndIsNoOutcome() {
        outcomes.add(() -> {
            throw new OutOfMemoryError("test");
        });
        assertThatThrownBy(loop::run).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void anErrorBehindAnExceptionEndsTheLoop() {
        outcomes.add(() -> {
            throw new IllegalArgumentException("Self-suppression not permitted", new OutOfMemoryError("test"));
        });
        assertThatThrownBy(loop::run).isInstanceOf(Error.class);
    }

    @Test
    void allWhoAskAreAnsweredByOnePoll() {
        outcomes.add(Unchanged::new);
        loop.step();
        CompletableFuture<PastPoll> first = wakeup.pollNow();
        CompletableFuture<PastPoll> second = wakeup.pollNow();
        outcomes.add(Unchanged::new);
        loop.step();
        assertThat(first).isCompleted();
        assertThat(second.join()).isSameAs(first.join());
    }

    @Test
    void aLookIsNoPoll() throws Exception {
        outcomes.add(Unchanged::new);
        loop.step();
        wakeup.look();
        wakeup.await(Duration.ofDays(1)); // returns at once
        loop.step(); // would find no outcome
        assertThat(steps).hasValue(2);
    }

    @Test
    void pollsSoonAfterTheMachineSlept() {
        outcomes.add(Unchanged::new);
        loop.step();
        pass(Duration.ofMinutes(2));
        loop.step();
        clock.advance(Duration.ofHours(8));
        loop.step();
        outcomes.add(Unchanged::new);
        pass(Duration.ofSeconds(10));
        loop.step();
        assertThat(outcomes).isEmpty();
    }

    @Test
    void endsWhenItIsInterrupted() throws Exception {
        outcomes.add(Unchanged::new);
        Thread thread = Thread.ofVirtual().start(loop::run);
        thread.interrupt();
        thread.join();
    }
}
