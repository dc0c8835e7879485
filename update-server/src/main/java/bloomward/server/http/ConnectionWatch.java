package bloomward.server.http;

import java.time.Duration;
import java.util.Optional;

/// The current phase of one connection and its start. Jetty's idle time-out restarts with every byte, so it ends
/// neither a request head that drips in nor a reader that takes an answer byte by byte; this watch does.
///
/// Written by the threads that serve the connection, read by the sweeping thread; each field has one writing side,
/// except `phase` and `since`, where a lost race costs one sweep. All times come from one nanosecond clock.
final class ConnectionWatch {

    /// Why a connection is closed.
    enum Reason {
        /// A request head did not arrive in time.
        SLOW_HEAD,
        /// A reader is too slow.
        SLOW_READER,
        /// Idle for a while, and the place is needed.
        IDLE_UNDER_PRESSURE,
        /// Its network holds most connections, and the place is needed.
        CROWDING,
        /// The last request had no valid token, and the place is needed.
        STRANGER
    }

    /// The use of a connection, the least first.
    enum Use {
        /// Between two requests.
        IDLE,
        /// Before the end of a request's head.
        ASKING,
        /// Its reader does not take the bytes that are ready.
        WAITING,
        /// An answer is being sent.
        AT_WORK
    }

    private enum Phase {
        HEAD, ANSWER, IDLE
    }

    private final AddressKey address;
    private final boolean isProxy;
    private volatile Phase phase = Phase.HEAD;
    private volatile long since;
    private volatile long taken;
    private volatile boolean waiting;
    private volatile boolean known;

    // Of the sweeping thread.
    private boolean inWindow;
    private long windowStart;
    private long windowTaken;

    /// Starts in the phase of the first request head, as a client connects in order to send one.
    ///
    /// @param isProxy whether the address says nothing about the client
    ConnectionWatch(AddressKey address, boolean isProxy, long now) {
        this.address = address;
        this.isProxy = isProxy;
        this.since = now;
    }

    AddressKey address() {
        return address;
    }

    boolean isProxy() {
        return isProxy;
    }

    Use use() {
        return switch (phase) {
            case IDLE -> Use.IDLE;
            case HEAD -> Use.ASKING;
            case ANSWER -> waiting ? Use.WAITING : Use.AT_WORK;
        };
    }

    /// When it became idle, or its request began.
    long since() {
        return since;
    }

    /// Notes whether the last request had a valid token.
    void sentBy(boolean isKnown) {
        known = isKnown;
    }

    /// Whether the last request had a valid token; never on a listener without tokens.
    boolean isKnown() {
        return known;
    }

    void bytesCame(long now) {
        if (phase == Phase.IDLE) {
            since = now;
            phase = Phase.HEAD;
        }
    }

    /// Whether the connection is idle; saves reading the clock where the time does not matter.
    boolean isIdle() {
        return phase == Phase.IDLE;
    }

    boolean isIdleFor(Duration time, long now) {
        return phase == Phase.IDLE && now - since >= time.toNanos();
    }

    void headComplete() {
        phase = Phase.ANSWER;
    }

    void answered(long now) {
        since = now;
        phase = Phase.IDLE;
    }

    /// @param more whether bytes remain to be sent
    @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread sends at a time
    void bytesTaken(long count, boolean more) {
        taken += count;
        waiting = more;
    }

    boolean hasLateHead(long now, Duration allowed) {
        return phase == Phase.HEAD && now - since >= allowed.toNanos();
    }

    /// @param idle how long the connection may stay without a request; unlimited while there is room
    Optional<Reason> overdue(long now, HttpLimits limits, Duration idle) {
        if (hasLateHead(now, limits.headDeadline())) {
            return Optional.of(Reason.SLOW_HEAD);
        }
        if (isIdleFor(idle, now)) {
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
