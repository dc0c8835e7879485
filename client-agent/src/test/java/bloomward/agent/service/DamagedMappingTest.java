package bloomward.agent.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.CheckPolicy;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.check.Verdict.Unknown;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.publisher.SharedPublisher;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.agent.store.CurrentSet;
import bloomward.agent.store.Store;
import bloomward.agent.update.PollSchedule;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.format.testing.SetClock;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Files that are written over while an agent has them mapped: the mapping goes with its file.
@ExtendWith(SharedPublisher.class)
@Timeout(120)
final class DamagedMappingTest {

    @TempDir
    private Path folder;

    private final SetClock clock = new SetClock();

    private final Publisher publisher;

    DamagedMappingTest(Publisher publisher) {
        this.publisher = publisher;
    }

    /// Empties every filter in its place, as a bad disk would.
    private void wipe() throws IOException {
        try (var files = Files.list(folder.resolve("store/files"))) {
            for (Path file : files.toList()) {
                int half = (int) (Files.size(file) / 2);
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.write(ByteBuffer.allocate(half), half);
                }
            }
        }
    }

    @Test
    void isNotAnsweredFromOnceTheFileIsHealed() throws Exception {
        try (Agent agent = new Agents(folder, clock).at(publisher).start();
                SocketClient client = Agents.connect(agent)) {
            client.update();
            assertThat(Agents.check(agent, "evil.example").verdict()).isInstanceOf(Listed.class);
            wipe();
            client.update();
            assertThat(Agents.check(agent, "evil.example").verdict()).isInstanceOf(Listed.class);
            assertThat(agent.status().damages()).isEmpty();
        }
    }

    @Test
    void isDroppedAtTheNextGlanceThoughNothingCanHealIt() throws Exception {
        install();
        try (InUse inUse = new InUse(Store.at(folder.resolve("store")), List.of())) {
            inUse.refresh(false);
            assertThat(inUse.now().damages()).isEmpty();
            wipe();
            inUse.refresh(false);
            assertThat(inUse.now().damages()).isNotEmpty();
            try (CurrentSet.Lease lease = inUse.current().lease().orElseThrow()) {
                assertThat(lease.protection().missing()).containsExactly("phishing");
            }
        }
    }

    private Timetable timetable(AtomicLong nanos) {
        return new Timetable(PollSchedule.every(Duration.ofMinutes(5)), Duration.ofSeconds(45), new SplittableRandom(1),
                clock, nanos::get);
    }

    private PollLoop loop(InUse inUse, Timetable timetable, Queue<UpdateOutcome> outcomes) {
        Log log = new Log(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8), clock, Log.Level.INFO,
                Map.of());
        return new PollLoop(outcomes::remove, Optional::empty, inUse, timetable, new Wakeup(), () -> {}, clock, log);
    }

    private void install() throws Exception {
        try (Agent agent = new Agents(folder, clock).at(publisher).start();
                SocketClient client = Agents.connect(agent)) {
            client.update();
        }
    }

    @Test
    void isFetchedAtOnceByAnAgentThatFindsItAtItsStart() throws Exception {
        install();
        wipe();
        Queue<UpdateOutcome> outcomes = new ArrayDeque<>(List.of(new Unchanged()));
        try (InUse inUse = new InUse(Store.at(folder.resolve("store")), List.of())) {
            loop(inUse, timetable(new AtomicLong()), outcomes).step();
        }
        assertThat(outcomes).isEmpty();
    }

    @Test
    void isFetchedAtOnceByAnAgentThatFindsItAtAGlance() throws Exception {
        install();
        Queue<UpdateOutcome> outcomes = new ArrayDeque<>(List.of(new Unchanged(), new Unchanged()));
        AtomicLong nanos = new AtomicLong();
        try (InUse inUse = new InUse(Store.at(folder.resolve("store")), List.of())) {
            PollLoop loop = loop(inUse, timetable(nanos), outcomes);
            nanos.addAndGet(Duration.ofSeconds(45).toNanos());
            clock.advance(Duration.ofSeconds(45));
            loop.step();
            wipe();
            loop.step(); // the glance
            loop.step(); // no time has passed
        }
        assertThat(outcomes).isEmpty();
    }

    @Test
    void isFetchedWithoutHurryWhereTheSettingIsWrong() throws Exception {
        install();
        try (InUse inUse = new InUse(Store.at(folder.resolve("store")), List.of("phishing", "absent"))) {
            assertThat(inUse.now().damages()).isNotEmpty();
            loop(inUse, timetable(new AtomicLong()), new ArrayDeque<>()).step(); // would find no outcome
        }
    }

    @Test
    void isLookedAtAsSoonAsACheckMeetsIt() throws Exception {
        install();
        AtomicInteger met = new AtomicInteger();
        try (InUse inUse = new InUse(Store.at(folder.resolve("store")), List.of())) {
            Answering answering = new Answering(inUse.current(), new CheckPolicy(true, true), Optional.empty(), clock,
                    met::incrementAndGet);
            cutOff();
            for (int i = 0; i < 3; i++) {
                assertThat(answering.checks(CheckOptions.DEFAULT).check("http://other" + i + ".example/").verdict())
                        .isInstanceOf(Unknown.class);
            }
            assertThat(met).hasValue(1);
            inUse.refresh(false);
            answering.checks(CheckOptions.DEFAULT).check("http://other.example/");
            assertThat(met).as("the agent knows by now").hasValue(1);
        }
    }

    /// Cuts the mapped files to nothing, so that reading them is an error of the JVM.
    private void cutOff() throws IOException {
        try (var files = Files.list(folder.resolve("store/files"))) {
            for (Path file : files.toList()) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(0);
                }
            }
        }
    }
}
