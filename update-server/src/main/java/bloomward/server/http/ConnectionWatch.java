package bloomward.server.http;

import java.time.Duration;
import java.util.Optional;

/// What one connection is doing, and since when. Jetty's idle time-out begins anew with every byte, so it ends neither a
/// request head that drips in nor a reader that takes an answer byte by byte; this does.
///
/// Written by the threads that serve the connection, read by the one that sweeps; each field by one side only, but for
/// `phase` and `since`, where a lost race costs one sweep. All times are of one nanosecond clock.
final class ConnectionWatch {

    /// Why a connection is closed.
    enum Reason {
        /// A request head has not come in time.
        SLOW_HEAD,
        /// A reader takes too little.
        SLOW_READER,
        /// Nothing asked for a while, and others need the place.
        IDLE_UNDER_PRESSURE
    }

    private enum Phase {
        HEAD, ANSWER, IDLE
    }

    private final AddressKey address;
    private volatile Phase phase = Phase.HEAD;
    private volatile long since;
    private volatile long taken;
    private volatile boolean waiting;

    // Of the sweeping thread.
    private boolean inWindow;
    private long windowStart;
    private long windowTaken;

    /// Begins with the head of the first request: a connection is made to ask something.
    ConnectionWatch(AddressKey address, long now) {
        this.address = address;
        this.since = now;
    }

    AddressKey address() {
        return address;
    }

    void bytesCame(long now) {
        if (phase == Phase.IDLE) {
            since = now;
            phase = Phase.HEAD;
        }
    }

    /// Needed to spare the clock where it does not matter.
    boolean isIdle() {
        return phase == Phase.IDLE;
    }

    void headComplete() {
        phase = Phase.ANSWER;
    }

    void answered(long now) {
        since = now;
        phase = Phase.IDLE;
    }

    /// @param more whether something that has to be sent is left
    @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread sends at a time
    void bytesTaken(long count, boolean more) {
        taken += count;
        waiting = more;
    }

    boolean hasLateHead(long now, Duration allowed) {
        return phase == Phase.HEAD && now - since >= allowed.toNanos();
    }

    /// @param idle how long nothing may be asked; longer than any time if there is room
    Optional<Reason> overdue(long now, HttpLimits limits, Duration idle) {
        if (hasLateHead(now, limits.headDeadline())) {
            return Optional.of(Reason.SLOW_HEAD);
        }
        if (phase == Phase.IDLE && now - since >= idle.toNanos()) {
            return Optional.of(Reason.IDLE_UNDER_PRESSURE);
        }
        return stalls(now, limits) ? Optional.of(Reason.SLOW_READER) : Optional.empty();
    }

    private boolean stalls(long now, HttpLimits limits) {
        if (!waiting) {
            inWindow = false;
            return false;
        }
        boolean over = inWindow && now - windowStart >= limits.stallWindow().toNanos();
        if (over && taken - windowTaken < limits.stallBytes()) {
            return true;
        }
        if (!inWindow || over) {
            inWindow = true;
            windowStart = now;
            windowTaken = taken;
        }
        return false;
    }
}
