package bloomward.server.mirror;

import bloomward.server.publish.Published.Newest;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The polls of a mirror, one after the other on a thread of its own. After failures the pause doubles.
final class Rhythm implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Rhythm.class);

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);
    private static final Duration TIDY_EVERY = Duration.ofHours(1);
    private static final Duration STOP_TIME = Duration.ofSeconds(10);

    private final Follower follower;
    private final Keeping keeping;
    private final Duration every;
    private final Clock clock;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread = Thread.ofVirtual().name("mirror").unstarted(this::run);
    private Runnable before = () -> {};
    private Instant tidied = Instant.EPOCH;
    /// Written by the thread, read by all.
    private volatile State state;

    /// @param contact the last poll that ended well
    /// @param trouble why the last one did not
    /// @param refused whether the origin answered, with something that cannot be served
    private record State(Optional<Instant> contact, Optional<String> trouble, boolean refused, int failures) {}

    Rhythm(Follower follower, Keeping keeping, Duration every, Clock clock) {
        this.follower = follower;
        this.keeping = keeping;
        this.every = every;
        this.clock = clock;
        this.state = new State(Optional.empty(), Optional.empty(), false, 0);
    }

    /// To be called before the start.
    void beforeEach(Runnable chore) {
        before = chore;
    }

    void start() {
        thread.start();
    }

    /// Whether something newer is known than what is served. An origin that does not answer says nothing about that: were all
    /// its mirrors to leave the balancer then, nobody would be served.
    boolean lags() {
        return state.refused;
    }

    /// The last poll that ended well.
    Optional<Instant> contact() {
        return state.contact;
    }

    /// Why the last poll failed.
    Optional<String> trouble() {
        return state.trouble;
    }

    private void run() {
        try {
            while (!stop.await(pollOnce().toMillis(), TimeUnit.MILLISECONDS)) {
                // once more
            }
        } catch (InterruptedException _) {
            LOG.debug("interrupted: the mirror stops");
        }
    }

    /// @return the pause until the next
    private Duration pollOnce() throws InterruptedException {
        Optional<Duration> wanted = Optional.empty();
        try {
            before.run();
            if (follower.poll()) {
                LOG.info("serving {}", follower.published().newest().map(Rhythm::words).orElse("nothing"));
            }
            state = new State(Optional.of(clock.instant()), Optional.empty(), false, 0);
            tidy();
        } catch (OriginException e) {
            fail(String.valueOf(e.getMessage()), e.isRefused());
            wanted = e.retryAfter();
        } catch (IOException e) {
            fail(e.toString(), true);
        } catch (RuntimeException e) { // the loop must survive
            LOG.error("a poll of the origin failed", e);
            fail(e.toString(), true);
        }
        Duration pause = every.multipliedBy(1L << Math.min(state.failures, 16));
        pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
        return wanted.filter(wait -> wait.compareTo(every) > 0).orElse(pause);
    }

    private void fail(String why, boolean refused) {
        State now = state;
        state = new State(now.contact, Optional.of(why), refused, now.failures + 1);
        LOG.warn("the origin is not followed since {}: {}", now.contact.map(Instant::toString).orElse("the start"),
                why);
    }

    private void tidy() throws IOException {
        Instant now = clock.instant();
        if (now.isAfter(tidied.plus(TIDY_EVERY))) {
            follower.keepOnly(keeping.tidy(follower.kept(), now));
            tidied = now;
        }
    }

    private static String words(Newest newest) {
        return "sequence " + newest.manifest().sequence() + " of " + newest.manifest().origin();
    }

    @Override
    public void close() {
        stop.countDown();
        thread.interrupt();
        try {
            if (thread.isAlive() && !thread.join(STOP_TIME)) {
                LOG.warn("a poll is still running");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
