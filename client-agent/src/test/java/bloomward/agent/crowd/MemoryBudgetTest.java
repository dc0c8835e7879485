package bloomward.agent.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.crowd.MemoryBudget.Grant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class MemoryBudgetTest {

    private static final long TOTAL = 1000;
    private static final Duration LONG = Duration.ofMinutes(5);

    private final MemoryBudget budget = new MemoryBudget(TOTAL, LONG, System::nanoTime);

    /// Has kept the agent waiting since it began, unless it is at work.
    private static final class Program implements MemoryBudget.Holder {

        private final Peer peer;
        private final Optional<Long> since;
        private final CompletableFuture<Boolean> dropped = new CompletableFuture<>();
        private final AtomicInteger drops = new AtomicInteger();

        Program(String user, Optional<Long> since) {
            this.peer = Users.peer(user);
            this.since = since;
        }

        static Program slow(String user) {
            return new Program(user, Optional.of(System.nanoTime()));
        }

        static Program atWork(String user) {
            return new Program(user, Optional.empty());
        }

        @Override
        public Peer peer() {
            return peer;
        }

        @Override
        public Optional<Long> waitingSince() {
            return since;
        }

        @Override
        public void drop() {
            drops.incrementAndGet();
            dropped.complete(true);
        }
    }

    private CompletableFuture<Boolean> raising(Grant grant, long bytes) {
        CompletableFuture<Boolean> raised = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                raised.complete(grant.raiseTo(bytes));
            } catch (InterruptedException e) {
                raised.completeExceptionally(e);
            }
        });
        return raised;
    }

    @Test
    void aUserThatHoldsItsShareKeepsNoOtherFromTheRest() throws Exception {
        List<Grant> held = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Grant grant = budget.open(Program.atWork("mallory"));
            held.add(grant);
            assertThat(grant.raiseTo(100)).isTrue();
        }
        CompletableFuture<Boolean> more = raising(budget.open(Program.atWork("mallory")), 100);
        assertThat(budget.open(Program.atWork("alice")).raiseTo(200)).isTrue();
        assertThat(more).isNotDone();
        held.forEach(Grant::close);
        assertThat(more.get()).isTrue();
    }

    @Test
    void refusesInsteadOfWaitingForEver() throws Exception {
        MemoryBudget small = new MemoryBudget(TOTAL, Duration.ofMillis(1), System::nanoTime);
        assertThat(small.open(Program.atWork("mallory")).raiseTo(500)).isTrue();
        Grant refused = small.open(Program.atWork("mallory"));
        assertThat(refused.raiseTo(1)).isFalse();
        refused.close();
        assertThat(small.open(Program.atWork("alice")).raiseTo(250)).as("nothing was taken").isTrue();
    }

    @Test
    void theSlowestOfTheGreediestUserMakesRoom() throws Exception {
        Program alice = Program.slow("alice");
        assertThat(budget.open(alice).raiseTo(10)).isTrue();
        Program slowest = Program.slow("mallory");
        Program slow = Program.slow("mallory");
        Grant first = budget.open(slowest);
        assertThat(first.raiseTo(250)).isTrue();
        assertThat(budget.open(slow).raiseTo(240)).isTrue();
        CompletableFuture<Boolean> wanted = raising(budget.open(Program.atWork("alice")), 300);
        assertThat(slowest.dropped.get()).isTrue();
        first.close();
        assertThat(wanted.get()).isTrue();
        assertThat(alice.drops).hasValue(0);
    }

    @Test
    void givesBackWhatAnInterruptedOneWaitedFor() throws Exception {
        Grant held = budget.open(Program.atWork("mallory"));
        assertThat(held.raiseTo(500)).isTrue();
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        Thread waiting = Thread.ofVirtual().start(() -> {
            try (Grant grant = budget.open(Program.atWork("mallory"))) {
                ended.complete(grant.raiseTo(100));
            } catch (InterruptedException _) {
                ended.complete(false);
            }
        });
        awaitItsWait(waiting);
        waiting.interrupt();
        assertThat(ended.get()).isFalse();
        waiting.join();
        held.close();
        assertThat(budget.open(Program.atWork("mallory")).raiseTo(500)).isTrue();
    }

    @Test
    void servesWhatStandsBehindALargeRequestThatGaveUp() throws Exception {
        assertThat(budget.open(Program.atWork("alice")).raiseTo(400)).isTrue();
        Thread large = Thread.ofVirtual().start(() -> raise("alice", 300));
        awaitItsWait(large);
        CompletableFuture<Boolean> small = new CompletableFuture<>();
        Thread behind = Thread.ofVirtual().start(() -> small.complete(raise("alice", 10)));
        awaitItsWait(behind);
        large.interrupt();
        assertThat(small.get()).isTrue();
    }

    private boolean raise(String user, long bytes) {
        try {
            return budget.open(Program.atWork(user)).raiseTo(bytes);
        } catch (InterruptedException _) {
            return false;
        }
    }

    private static void awaitItsWait(Thread waiting) {
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }
}
