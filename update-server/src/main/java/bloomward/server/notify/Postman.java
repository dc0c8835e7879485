package bloomward.server.notify;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings what the ledger has to tell to one way, on a thread of its own, so that a slow receiver delays nothing else. After a
/// message, the next one goes ten minutes later at the earliest; after a failure, a minute later, and each time twice as
/// long, up to an hour.
final class Postman implements AutoCloseable {

    static final Duration GAP = Duration.ofMinutes(10);
    static final Duration FIRST_WAIT = Duration.ofMinutes(1);
    static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private static final Logger LOG = LoggerFactory.getLogger(Postman.class);

    private final Way way;
    private final Notifier.Desk desk;
    private final Duration patience;
    private final Clock clock;
    private final RandomGenerator random;
    private final ExecutorService threads = Executors
            .newThreadPerTaskExecutor(Thread.ofVirtual().name("notify-", 0).factory());
    private final AtomicBoolean isUnderWay = new AtomicBoolean();
    private final Counter sent;
    private final Counter failed;
    /// Both belong to the thread that is under way.
    private volatile Instant notBefore = Instant.MIN;
    private volatile Duration wait = FIRST_WAIT;

    /// @param patience the longest time for one delivery
    Postman(Way way, Notifier.Desk desk, Duration patience, MeterRegistry metrics, Clock clock,
            RandomGenerator random) {
        this.way = way;
        this.desk = desk;
        this.patience = patience;
        this.clock = clock;
        this.random = random;
        this.sent = Counter.builder("bloomward.notifications.sent")
                .description("Messages that a receiver took, by the way of sending.")
                .tag("way", way.name())
                .register(metrics);
        this.failed = Counter.builder("bloomward.notifications.failed")
                .description("Failed attempts to send a message, by the way of sending.")
                .tag("way", way.name())
                .register(metrics);
    }

    String way() {
        return way.name();
    }

    /// Begins to deliver what is due, if nothing is under way. Waits for nothing.
    ///
    /// @return ends with the delivery
    Future<?> begin() {
        if (!isUnderWay.compareAndSet(false, true)) {
            return java.util.concurrent.CompletableFuture.completedFuture(false);
        }
        return threads.submit(() -> {
            try {
                deliver();
            } catch (RuntimeException e) {
                LOG.error("notifications by {}: {}", way.name(), e.getMessage(), e);
            } finally {
                isUnderWay.set(false);
            }
        });
    }

    private void deliver() {
        Instant now = clock.instant();
        List<Event> events = desk.ledger().due(way.name(), now);
        if (now.isBefore(notBefore) || events.isEmpty()) {
            return;
        }
        try {
            Way.Delivered delivered = inTime(
                    Message.of(newId(random), now, desk.publication(), events, desk.ledger().open()));
            desk.ledger().told(way.name(), events, now);
            desk.keep();
            sent.increment();
            notBefore = now.plus(GAP);
            wait = FIRST_WAIT;
            if (delivered.isWhole()) {
                LOG.info("notified by {} of {} events: {}", way.name(), events.size(), delivered.answer());
            } else {
                failed.increment();
                LOG.warn("notified by {}, but {}", way.name(), delivered.answer());
            }
        } catch (IOException e) {
            failed.increment();
            notBefore = now.plus(wait);
            LOG.warn("cannot notify by {}, next attempt in {} min: {}", way.name(), wait.toMinutes(), e.getMessage());
            wait = wait.multipliedBy(2).compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait.multipliedBy(2);
        }
    }

    /// Time-outs of sockets bound each step; this bounds their number.
    private Way.Delivered inTime(Message message) throws IOException {
        return inTime(way, message, patience, threads);
    }

    static Way.Delivered inTime(Way way, Message message, Duration patience, ExecutorService threads)
            throws IOException {
        Future<Way.Delivered> delivery = threads.submit(() -> way.deliver(message));
        try {
            return delivery.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException("no end of the delivery within " + patience.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException reason ? reason : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the server stops", e);
        } finally {
            delivery.cancel(true);
        }
    }

    static String newId(RandomGenerator random) {
        byte[] id = new byte[16];
        random.nextBytes(id);
        return HexFormat.of().formatHex(id);
    }

    /// Ends a delivery under way; its message counts as not sent.
    @Override
    public void close() {
        threads.shutdownNow();
        way.close();
    }
}
