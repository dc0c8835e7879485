package bloomward.agent.socket;

import bloomward.agent.browser.ConnectedBrowser;
import bloomward.agent.crowd.MemoryBudget;
import bloomward.agent.crowd.Peer;
import bloomward.agent.crowd.Shares;
import bloomward.agent.crowd.Turns;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// The programs that are connected, their places, their memory and their turns. Safe for all threads.
///
/// A slow program is not dropped while there is room; without room for a user, of this user's programs the one goes that
/// has kept the agent waiting longest.
final class Connections {

    /// Each costs some 6 KB of a heap of 32 MB while it is silent. A user alone gets a half.
    static final int MAX = 512;

    /// The memory for requests; the rest is for the lists' indexes, and for an update.
    private static final long MAX_BYTES = 12 << 20;
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);

    /// The most browsers in a status.
    private static final int MAX_BROWSERS = 16;

    private final Set<Connection> open = new LinkedHashSet<>(); // guarded by itself
    private final Shares places = new Shares(MAX); // guarded by open
    private final MemoryBudget memory;
    private final Turns turns = new Turns(Runtime.getRuntime().availableProcessors());
    private final LongSupplier nanoTime;
    private final Clock clock;
    private final Faults faults;

    /// @param nanoTime a clock that cannot be set
    Connections(LongSupplier nanoTime, Clock clock, Faults faults) {
        this.clock = clock;
        this.memory = new MemoryBudget(MAX_BYTES, MAX_WAIT, nanoTime);
        this.nanoTime = nanoTime;
        this.faults = faults;
    }

    /// The time of day.
    Instant now() {
        return clock.instant();
    }

    long nanoTime() {
        return nanoTime.getAsLong();
    }

    MemoryBudget memory() {
        return memory;
    }

    Turns turns() {
        return turns;
    }

    /// A thread of a connection failed. An error, such as a lack of memory, may have hit anything else.
    void failed(Throwable e) {
        if (e instanceof RuntimeException fault && Faults.isOfOneStep(fault)) {
            faults.inRequest(fault);
        } else {
            faults.inLoop(e);
        }
    }

    /// Takes one in, for another one of its user if there are too many.
    ///
    /// @return false if all others are at work
    boolean add(Connection connection) {
        Peer peer = connection.peer();
        Optional<Connection> tooMuch = Optional.empty();
        synchronized (open) {
            if (!places.tryTake(peer, 1)) {
                tooMuch = slowestFor(peer);
                if (tooMuch.isEmpty()) {
                    return false;
                }
                leave(tooMuch.get());
                places.take(peer, 1);
            }
            open.add(connection);
        }
        tooMuch.ifPresent(Connection::drop);
        return true;
    }

    void remove(Connection connection) {
        synchronized (open) {
            leave(connection);
        }
    }

    private void leave(Connection connection) {
        if (open.remove(connection)) {
            places.giveBack(connection.peer(), 1);
        }
    }

    /// Ends those that are too slow.
    ///
    /// @return the time within which no other can become too slow, not even a new one
    Duration dropOverdue() {
        return all().stream()
                .map(Connection::dropIfOverdue)
                .reduce(Stream.PIECE_TIME, (a, b) -> a.compareTo(b) < 0 ? a : b);
    }

    List<Connection> all() {
        synchronized (open) {
            return new ArrayList<>(open);
        }
    }

    /// The browsers of one user, in the order in which they connected.
    List<ConnectedBrowser> browsersOf(Peer peer) {
        return all().stream()
                .filter(connection -> connection.peer().equals(peer))
                .flatMap(connection -> connection.browser().stream())
                .limit(MAX_BROWSERS)
                .toList();
    }

    /// A user that has no connection yet gets a place of one that has most.
    private Optional<Connection> slowestFor(Peer peer) {
        Predicate<Connection> candidate = places.heldBy(peer) > 0
                ? c -> c.peer().equals(peer)
                : c -> places.isGreediest(c.peer());
        return slowest(candidate.and(c -> !c.isSubscribed())).or(() -> slowest(candidate));
    }

    private Optional<Connection> slowest(Predicate<Connection> candidate) {
        long now = nanoTime();
        return open.stream()
                .filter(candidate)
                .filter(c -> c.waitingSince().isPresent())
                .min(Comparator.comparingLong(c -> c.waitingSince().orElse(now) - now));
    }
}
