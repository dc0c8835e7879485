package bloomward.agent.socket;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The programs that are connected, and what they share. Safe for all threads.
///
/// A slow program is not dropped while there is room; without room, the one goes that has kept the agent waiting longest.
final class Connections {

    static final int MAX = 256;
    /// Each costs some 4 MB while it is read and answered, of a heap of 32.
    static final int MAX_LONG_LINES = 3;

    private static final long PATIENCE_MILLIS = 200;

    private final Set<Connection> open = new LinkedHashSet<>(); // guarded by itself
    private final Set<Connection> withLongLine = new LinkedHashSet<>(); // guarded by open
    private final Semaphore longLines = new Semaphore(MAX_LONG_LINES, true);
    private final AtomicLong turns = new AtomicLong();
    private final Consumer<RuntimeException> failures;

    /// @param failures is told of requests that failed by a fault of the agent
    Connections(Consumer<RuntimeException> failures) {
        this.failures = failures;
    }

    long nextTurn() {
        return turns.incrementAndGet();
    }

    /// Takes one in, for another one if there are too many.
    ///
    /// @return false if all others are at work
    boolean add(Connection connection) {
        Optional<Connection> tooMuch = Optional.empty();
        synchronized (open) {
            if (open.size() >= MAX) {
                tooMuch = slowest(open, c -> !c.isSubscribed()).or(() -> slowest(open, _ -> true));
                if (tooMuch.isEmpty()) {
                    return false;
                }
                open.remove(tooMuch.get());
            }
            open.add(connection);
        }
        tooMuch.ifPresent(Connection::close);
        return true;
    }

    void remove(Connection connection) {
        boolean hadLongLine;
        synchronized (open) {
            open.remove(connection);
            hadLongLine = withLongLine.remove(connection);
        }
        if (hadLongLine) {
            longLines.release();
        }
    }

    List<Connection> all() {
        synchronized (open) {
            return new ArrayList<>(open);
        }
    }

    void failed(RuntimeException e) {
        failures.accept(e);
    }

    /// The permission for this connection to read a long line.
    LineReader.LongLines longLines(Connection connection) {
        return new LineReader.LongLines() {

            @Override
            public void begin() throws IOException {
                acquire();
                synchronized (open) {
                    withLongLine.add(connection);
                }
            }

            @Override
            public void end() {
                synchronized (open) {
                    withLongLine.remove(connection);
                }
                longLines.release();
            }
        };
    }

    private void acquire() throws IOException {
        try {
            while (!longLines.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                Optional<Connection> slowest;
                synchronized (open) {
                    slowest = slowest(withLongLine, _ -> true);
                }
                slowest.ifPresent(Connection::close);
            }
        } catch (InterruptedException e) {
            InterruptedIOException interrupted = new InterruptedIOException("closed");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    private static Optional<Connection> slowest(Set<Connection> among, Predicate<Connection> who) {
        return among.stream()
                .filter(who)
                .filter(c -> c.waitingSince().isPresent())
                .min(Comparator.comparing(c -> c.waitingSince().orElse(Long.MAX_VALUE)));
    }
}
