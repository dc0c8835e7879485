package bloomward.agent.service;

import bloomward.agent.socket.message.AgentStatus.PastPoll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The requests of others to the loop, and its sleep until one comes. Safe for all threads.
final class Wakeup {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wanted = lock.newCondition();
    private List<CompletableFuture<PastPoll>> asked = new ArrayList<>();
    private boolean soon;
    private boolean look;

    /// Asks for a poll now.
    ///
    /// @return what will come of the next one that begins
    CompletableFuture<PastPoll> pollNow() {
        CompletableFuture<PastPoll> outcome = new CompletableFuture<>();
        signal(() -> asked.add(outcome));
        return outcome;
    }

    /// Asks for a poll earlier than planned, without waiting for it.
    void pollSoon() {
        signal(() -> soon = true);
    }

    /// Asks for a look at the store, which may have changed, without waiting for it.
    void look() {
        signal(() -> look = true);
    }

    /// Takes over the waiters for a poll; the caller answers them.
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

    /// Sleeps until there is a request, or this long.
    void await(Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (asked.isEmpty() && !soon && !look && left > 0) {
                left = wanted.awaitNanos(left);
            }
            look = false; // each step looks
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
