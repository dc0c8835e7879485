package bloomward.server.serve;

import bloomward.server.cluster.Lead;
import bloomward.server.store.cluster.NotLeadingException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Recurring chores. A failed one is logged and tried again in its next round.
final class Rounds implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);
    private static final int STOP_SECONDS = 10;

    private final ScheduledExecutorService rounds = Executors.newScheduledThreadPool(2,
            Thread.ofVirtual().name("housekeeping-", 0).factory());
    private final List<Future<?>> chores = new ArrayList<>();

    /// A task that may fail.
    @FunctionalInterface
    interface Chore {
        void run() throws Exception;
    }

    /// @param lead decides whether the chore is done in a round
    void everyOfLeader(Lead lead, long first, long period, TimeUnit unit, String name, Chore chore) {
        every(first, period, unit, name, () -> lead.<Exception>run(chore::run));
    }

    void every(long period, TimeUnit unit, String name, Chore chore) {
        every(period, period, unit, name, chore);
    }

    /// @param first the time until the first round
    void every(long first, long period, TimeUnit unit, String name, Chore chore) {
        chores.add(rounds.scheduleWithFixedDelay(() -> run(name, chore), first, period, unit));
    }

    private void run(String name, Chore chore) {
        try {
            chore.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (NotLeadingException e) {
            LOG.info("{}: {}", name, e.getMessage());
        } catch (Exception e) {
            if (rounds.isShutdown()) { // for example, the stop closes a file being written
                LOG.info("{}: ended by the server's stop ({})", name, e.toString());
            } else {
                LOG.error("{}: {}", name, e.getMessage(), e);
            }
        }
    }

    @Override
    public void close() {
        chores.forEach(chore -> chore.cancel(false));
        rounds.shutdownNow();
        boolean isQuiet = false;
        try {
            isQuiet = rounds.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!isQuiet) {
            LOG.warn("a background task is still running");
        }
    }
}
