package bloomward.agent.service;

import bloomward.agent.socket.AgentStatus.PastPoll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// What others want of the loop, and its sleep until they do. Safe for all threads.
final class Wakeup {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wanted = lock.newCondition();
    private List<CompletableFuture<PastPoll>> asked = new ArrayList<>();
    private boolean soon;

    /// Somebody wants a poll now.
    ///
    /// @return what will come of the next one that begins
    CompletableFuture<PastPoll> pollNow() {
        CompletableFuture<PastPoll> outcome = new CompletableFuture<>();
        signal(() -> asked.add(outcome));
        return outcome;
    }

    /// There is a reason to poll earlier than planned, which nobody waits for.
    void pollSoon() {
        signal(() -> soon = true);
    }

    /// Those who wait for a poll; from now on they are the caller's.
    List<CompletableFuture<PastPoll>> takeAsked() {
        lock.lock();
        try {
            List<CompletableFuture<PastPoll>> taken = asked;
            asked = new ArrayList<>();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    boolean takeSoon() {
        lock.lock();
        try {
            boolean taken = soon;
            soon = false;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /// Sleeps until somebody wants something, or this long.
    void await(Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (asked.isEmpty() && !soon && left > 0) {
                left = wanted.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private void signal(Runnable what) {
        lock.lock();
        try {
            what.run();
            wanted.signal();
        } finally {
            lock.unlock();
        }
    }
}
