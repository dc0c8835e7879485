package bloomward.server.cluster;

import bloomward.server.store.cluster.Beat;
import bloomward.server.store.cluster.Fence;
import bloomward.server.store.cluster.Pulse;
import bloomward.server.store.cluster.ServerState;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The place of this server among those that share its store. One thread beats; another one takes up news, so that no large
/// publication makes a beat late.
///
/// ```
/// every 2 s, or at news:  beat -> lead?  revision new? -> follow
/// ```
public final class Membership implements AutoCloseable {

    /// The time for which a server serves on without the database before it leaves the balancer: about a poll of each agent.
    /// Shorter pauses, as for a restart of the database, nobody notices.
    static final Duration WITHOUT_STORE = Duration.ofMinutes(5);

    /// Agents and the lease count in seconds.
    private static final Duration MAX_CLOCK_DIFFERENCE = Duration.ofSeconds(10);
    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
    private static final Duration LASTING = Duration.ofSeconds(30);
    private static final Duration SLICE = Duration.ofMillis(250);
    /// Between two looks that requests cause.
    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration STOP = Duration.ofSeconds(10);

    private final Pulse pulse;
    private final Supplier<ServerState> state;
    private final Following following;
    private final LongSupplier nanoTime;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final ExecutorService news = Executors
            .newSingleThreadExecutor(Thread.ofVirtual().name("news-", 0).factory());
    private final AtomicBoolean isFollowing = new AtomicBoolean();
    private final ReentrantLock looking = new ReentrantLock();
    private final Thread beats;
    /// Written by the thread that beats.
    private volatile Seen seen;
    private volatile String pulseTrouble = "";
    private volatile String followTrouble = "";
    /// Of the thread that beats.
    private OptionalLong behindSince = OptionalLong.empty();
    /// Under the lock `looking`.
    private long lookedAt;

    /// The part of this server that takes up what others have done.
    public interface Following {

        /// Takes it up.
        void follow() throws IOException;

        /// The number of the last change of publications that was taken up.
        long revision();

        /// Whether all changes up to a number were taken up.
        boolean hasAll(long revision);
    }

    /// @param at when its question was sent
    private record Seen(Beat beat, long at) {}

    private Membership(Pulse pulse, Supplier<ServerState> state, Following following, LongSupplier nanoTime)
            throws IOException {
        this.pulse = pulse;
        this.state = state;
        this.following = following;
        this.nanoTime = nanoTime;
        long now = nanoTime.getAsLong();
        this.seen = new Seen(
                new Beat(Optional.empty(), Optional.empty(), following.revision(), Optional.empty(), Duration.ZERO),
                now);
        this.seen = new Seen(beat(false), now); // is the clock right?
        this.seen = new Seen(beat(true), now);
        this.lookedAt = now - PAUSE.toNanos();
        this.beats = Thread.ofPlatform().name("beats").daemon().unstarted(this::run);
    }

    /// Joins the others, and leads if nobody does.
    ///
    /// @param state of this server; its trouble is added
    public static Membership join(Pulse pulse, Supplier<ServerState> state, Following following) throws IOException {
        return join(pulse, state, following, System::nanoTime);
    }

    static Membership join(Pulse pulse, Supplier<ServerState> state, Following following, LongSupplier nanoTime)
            throws IOException {
        Membership joined = new Membership(pulse, state, following, nanoTime);
        joined.beats.start();
        return joined;
    }

    /// The chores of the leader.
    public Lead lead() {
        return Lead.among(this::fence);
    }

    private Optional<Fence> fence() {
        Seen last = seen;
        return nanoTime.getAsLong() - last.at < Pulse.LEASE.toNanos() ? last.beat.fence() : Optional.empty();
    }

    /// Whether this server serves what the store has last, as far as it can know.
    public boolean isCurrent() {
        return lag().isEmpty();
    }

    /// The reason why this server is behind, or may be; empty if it is not.
    public Optional<String> lag() {
        Seen last = seen;
        long silence = nanoTime.getAsLong() - last.at;
        if (silence > WITHOUT_STORE.toNanos()) {
            return Optional.of(
                    "no answer of the database for " + Duration.ofNanos(silence).toSeconds() + " s: " + pulseTrouble);
        }
        if (!followTrouble.isEmpty()) {
            return Optional.of("cannot take up what other servers have published: " + followTrouble);
        }
        return last.beat.revision() > following.revision()
                ? Optional.of("taking up what another server has published")
                : Optional.empty();
    }

    /// What an operator should know, apart from [#lag]; empty if all is well.
    public Optional<String> trouble() {
        Seen last = seen;
        if (!pulseTrouble.isEmpty()) {
            return Optional.of("no beat since " + Duration.ofNanos(nanoTime.getAsLong() - last.at).toSeconds() + " s: "
                    + pulseTrouble);
        }
        if (isClockWrong(last.beat)) {
            return Optional.of(clockTrouble(last.beat));
        }
        return last.beat.leader().isEmpty()
                ? Optional.of("no server leads: one with the timestamp key has to be started")
                : Optional.empty();
    }

    /// The time since the database was last heard of.
    public Duration silence() {
        return Duration.ofNanos(nanoTime.getAsLong() - seen.at);
    }

    /// The number of the last change that was taken up.
    public long revision() {
        return following.revision();
    }

    /// Looks for news because something was asked for that was not here. Many requests at once cause one look.
    ///
    /// @param before the revision before it was looked for here: news may have come since
    /// @return whether it may be here now
    public boolean look(long before) {
        if (following.revision() != before) {
            return true;
        }
        if (!pulseTrouble.isEmpty() || !lock()) {
            return false;
        }
        try {
            long now = nanoTime.getAsLong();
            if (following.revision() == before && now - lookedAt >= PAUSE.toNanos()) {
                lookedAt = now;
                following.follow();
            }
            return following.revision() != before;
        } catch (IOException e) {
            LOG.warn("news cannot be taken up: {}", e.getMessage());
            return false;
        } finally {
            looking.unlock();
        }
    }

    private boolean lock() {
        try {
            return looking.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void run() {
        while (stop.getCount() > 0) {
            long begin = nanoTime.getAsLong();
            try {
                Beat before = seen.beat;
                Beat now = beat(true);
                seen = new Seen(now, begin);
                tell(before, now);
                pulseTrouble = "";
                takeUp(now);
                awaitNews(begin);
            } catch (IOException e) {
                if (pulseTrouble.isEmpty()) {
                    LOG.warn("the database does not answer: {}", e.getMessage());
                }
                pulseTrouble = String.valueOf(e.getMessage());
                pause();
            } catch (RuntimeException e) {
                LOG.error("a beat failed", e);
                pulseTrouble = e.toString();
                pause();
            }
        }
        try {
            pulse.resign();
        } catch (IOException e) {
            LOG.warn("signing off: {}", e.getMessage());
        }
    }

    private Beat beat(boolean wantsLead) throws IOException {
        ServerState now = state.get();
        String trouble = lastingLag().orElse(now.trouble());
        return pulse.beat(new ServerState(now.id(), now.name(), now.version(), now.started(), now.sequence(),
                now.dated(), now.canDate(), now.canSign(), trouble),
                wantsLead && now.canDate() && !isClockWrong(seen.beat));
    }

    /// A lag that is more than the usual moment after a publication.
    private Optional<String> lastingLag() {
        Optional<String> lag = lag();
        long now = nanoTime.getAsLong();
        if (lag.isEmpty()) {
            behindSince = OptionalLong.empty();
        } else if (behindSince.isEmpty()) {
            behindSince = OptionalLong.of(now);
        }
        return behindSince.isPresent() && now - behindSince.getAsLong() >= LASTING.toNanos() ? lag : Optional.empty();
    }

    private static boolean isClockWrong(Beat beat) {
        return beat.clockAhead().abs().compareTo(MAX_CLOCK_DIFFERENCE) > 0;
    }

    private static String clockTrouble(Beat beat) {
        return "the clock of this machine is " + beat.clockAhead().abs().toSeconds() + " s "
                + (beat.clockAhead().isNegative() ? "behind" : "ahead of")
                + " the database's, so this server does not lead; set both by a time server (NTP)";
    }

    private void tell(Beat before, Beat now) {
        if (!pulseTrouble.isEmpty()) {
            LOG.info("the database answers again");
        }
        if (before.fence().isEmpty() && now.fence().isPresent()) {
            LOG.info("this server leads");
        } else if (before.fence().isPresent() && now.fence().isEmpty()) {
            LOG.warn("this server leads no more; the leader is {}", now.leader().orElse("nobody yet"));
        }
        if (isClockWrong(now) && !isClockWrong(before)) {
            LOG.error(clockTrouble(now));
        }
    }

    /// Takes up news beside the beats; whatever comes meanwhile is seen by the next beat. A request that looks for news waits:
    /// files come before the confirm answers to them.
    private void takeUp(Beat now) {
        if ((following.hasAll(now.revision()) && followTrouble.isEmpty()) || !isFollowing.compareAndSet(false, true)) {
            return;
        }
        news.execute(() -> {
            looking.lock();
            try {
                following.follow();
                followTrouble = "";
            } catch (IOException | RuntimeException e) {
                if (!String.valueOf(e.getMessage()).equals(followTrouble)) {
                    LOG.error("what other servers have published cannot be taken up: {}", e.getMessage(), e);
                }
                followTrouble = String.valueOf(e.getMessage());
            } finally {
                looking.unlock();
                isFollowing.set(false);
            }
        });
    }

    /// In slices, so that a stop waits for none of them.
    private void awaitNews(long begin) throws IOException {
        boolean isNews = false;
        while (!isNews && stop.getCount() > 0 && nanoTime.getAsLong() - begin < Pulse.EVERY.toNanos()) {
            isNews = pulse.awaitNews(SLICE);
        }
    }

    private void pause() {
        try {
            stop.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Signs off.
    @Override
    public void close() throws IOException {
        stop.countDown();
        try {
            beats.join(STOP.toMillis());
            news.shutdown();
            if (!news.awaitTermination(STOP.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("news is still being taken up");
                news.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        pulse.close();
    }
}
