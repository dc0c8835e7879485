package bloomward.agent.crowd;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// The memory that all requests together may have, in bytes, and a share of it for each user. Safe for all threads.
///
/// Bytes are counted before they are allocated, by an upper bound; a request that gets none waits, and so is not read any
/// further. There are at most as many waiting as there are connections. While one waits, the holder goes that has kept the
/// agent waiting longest, of a user that holds most: what a program does not read, or begins and does not finish, is
/// counted only as long as there is enough of it.
public final class MemoryBudget {

    /// A program that takes its turn within this time is not dropped for another one.
    private static final Duration PATIENCE = Duration.ofMillis(200);

    private final ReentrantLock lock = new ReentrantLock();
    private final Shares shares; // these three are guarded by the lock
    private final Map<Peer, Deque<Waiter>> waiting = new LinkedHashMap<>();
    private final Set<Grant> grants = new HashSet<>();
    private final Duration maxWait;
    private final LongSupplier nanoTime;

    /// A program that may have to go.
    public interface Holder {

        Peer peer();

        /// Since when it has been the program's turn, in nanoseconds; empty while it is the agent's.
        Optional<Long> waitingSince();

        void drop();
    }

    private final class Waiter {

        final Grant grant;
        final long more;
        final Condition served = lock.newCondition();
        boolean isServed;

        Waiter(Grant grant, long more) {
            this.grant = grant;
            this.more = more;
        }
    }

    /// @param total bytes for all
    /// @param maxWait how long a request waits for its part
    /// @param nanoTime a clock that cannot be set
    public MemoryBudget(long total, Duration maxWait, LongSupplier nanoTime) {
        this.shares = new Shares(total);
        this.maxWait = maxWait;
        this.nanoTime = nanoTime;
    }

    /// A grant of nothing, to begin with.
    public Grant open(Holder holder) {
        return new Grant(holder);
    }

    /// The part of one connection. One thread.
    public final class Grant implements AutoCloseable {

        private final Holder holder;
        private long bytes; // guarded by the lock

        private Grant(Holder holder) {
            this.holder = holder;
        }

        /// Holds at least so many bytes from now on; waits for them if need be.
        ///
        /// @return false if there were none in time; then it holds what it held before
        public boolean raiseTo(long wanted) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                return wanted <= bytes || take(this, wanted - bytes);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            giveBack();
        }

        /// Gives everything back, and may be raised again.
        public void giveBack() {
            lock.lock();
            try {
                if (bytes > 0) {
                    shares.giveBack(holder.peer(), bytes);
                    bytes = 0;
                    grants.remove(this);
                    serve();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private boolean take(Grant grant, long more) throws InterruptedException {
        Waiter waiter = new Waiter(grant, more);
        Deque<Waiter> queue = waiting.computeIfAbsent(grant.holder.peer(), _ -> new ArrayDeque<>());
        queue.add(waiter);
        try {
            serve();
            long end = nanoTime.getAsLong() + maxWait.toNanos();
            while (!waiter.isServed && nanoTime.getAsLong() - end < 0) {
                boolean isOver = waiter.served.awaitNanos(PATIENCE.toNanos()) <= 0;
                if (isOver && queue.peek() == waiter) {
                    dropSlowest(grant); // one at a time for each user: a crowd that comes back at once costs more
                }
            }
            return waiter.isServed;
        } finally {
            if (queue.remove(waiter)) {
                serve(); // those behind it may want less
            }
            if (queue.isEmpty()) {
                waiting.remove(grant.holder.peer(), queue);
            }
        }
    }

    /// Serves the users in turn, each one's requests in their order.
    private void serve() {
        for (Map.Entry<Peer, Deque<Waiter>> queue : waiting.entrySet()) {
            Waiter next = queue.getValue().peek();
            while (next != null && shares.tryTake(queue.getKey(), next.more)) {
                queue.getValue().remove();
                next.grant.bytes += next.more;
                grants.add(next.grant);
                next.isServed = true;
                next.served.signal();
                next = queue.getValue().peek();
            }
        }
    }

    private void dropSlowest(Grant wanting) {
        long now = nanoTime.getAsLong();
        grants.stream()
                .filter(grant -> grant != wanting && shares.isGreediest(grant.holder.peer()))
                .map(grant -> grant.holder)
                .filter(holder -> holder.waitingSince().filter(since -> now - since > PATIENCE.toNanos()).isPresent())
                .min(Comparator.comparingLong(holder -> holder.waitingSince().orElse(now) - now))
                .ifPresent(Holder::drop);
    }
}
