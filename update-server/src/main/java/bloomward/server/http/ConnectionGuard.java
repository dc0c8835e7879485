package bloomward.server.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.eclipse.jetty.io.SelectorManager;

/// All connections of a listener: admits new ones and closes those that overstay.
///
/// - Too many from one address or network: closed before a byte is read. Proxies named in the limits are not counted, as their
///   connections belong to many clients.
/// - Nearly all places taken: connections of the networks that hold most are closed, idle ones first ([Crowd]).
/// - A listener with tokens ([HttpLimits#strangersMakeRoom]) does neither: a new connection takes the place of one whose
///   last request had no valid token, and is refused only if there is none. Proxies lose places, too.
/// - Too many in all: answered with `503`, so that an agent learns when to retry; beyond a second limit, connections
///   wait unaccepted.
/// - A sweep, several times within the shortest deadline, closes overdue connections.
final class ConnectionGuard implements SelectorManager.AcceptListener {

    /// How long a connection may stay idle once three quarters of the places are taken.
    private static final Duration IDLE_UNDER_PRESSURE = Duration.ofSeconds(5);
    private static final Duration FOR_EVER = Duration.ofDays(365);

    /// The pause after a relief that found nothing to close.
    private static final Duration RELIEF_PAUSE = Duration.ofMillis(50);

    private final HttpLimits limits;
    private final Map<SelectableChannel, Seat> seats = new ConcurrentHashMap<>();
    private final Map<AddressKey, Integer> perAddress = new ConcurrentHashMap<>();
    private final Map<AddressKey, Integer> perNetwork = new ConcurrentHashMap<>();
    private final AtomicBoolean isRelieving = new AtomicBoolean();
    private final Map<GuardedEndPoint, ConnectionWatch> watches = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicLong accepted = new AtomicLong();
    private final HttpMetrics metrics;
    private volatile Executor reliever = Runnable::run;
    private volatile long noReliefBefore = System.nanoTime();

    ConnectionGuard(HttpLimits limits, HttpMetrics metrics) {
        this.limits = limits;
        this.metrics = metrics;
        metrics.connections(open);
    }

    /// How often to sweep.
    Duration pace() {
        Duration shortest = limits.headDeadline().compareTo(limits.stallWindow()) < 0
                ? limits.headDeadline()
                : limits.stallWindow();
        Duration pace = shortest.dividedBy(8);
        return pace.compareTo(Duration.ofSeconds(1)) < 0 ? pace : Duration.ofSeconds(1);
    }

    /// Sets the executor that closes connections when places run short; accepting must not wait for that.
    void relieveBy(Executor executor) {
        reliever = executor;
    }

    @Override
    public void onAccepting(SelectableChannel channel) {
        Seat seat = new Seat(channel, newWatch(channel), accepted.incrementAndGet());
        seats.put(channel, seat);
        if (open.incrementAndGet() > limits.connections() / 8 * 7) {
            relieveSoon();
        }
        Optional<HttpMetrics.Bound> exceeded = Optional.empty();
        if (!seat.watch().isProxy()) {
            AddressKey address = seat.address();
            int ofAddress = perAddress.merge(address, 1, Integer::sum);
            int ofNetwork = perNetwork.merge(address.wider(), 1, Integer::sum);
            if (ofAddress > limits.connectionsPerAddress()
                    && !hasMadeRoom(seat, other -> isCounted(other) && other.address().equals(address))) {
                exceeded = Optional.of(HttpMetrics.Bound.ADDRESS);
            } else if (ofNetwork > limits.connectionsPerNetwork() && ofAddress <= limits.connectionsPerAddress()
                    && !hasMadeRoom(seat,
                            other -> isCounted(other) && other.address().wider().equals(address.wider()))) {
                exceeded = Optional.of(HttpMetrics.Bound.NETWORK);
            }
        }
        if (exceeded.isPresent()) {
            metrics.refusedConnection(exceeded.get());
            seat.close(new GuardedCloseException(ConnectionWatch.Reason.CROWDING));
        } else if (isFull()) {
            hasMadeRoom(seat, _ -> true);
        }
    }

    private static boolean isCounted(Seat seat) {
        return !seat.watch().isProxy();
    }

    /// Takes the place of a stranger, if there is one and strangers make room here. Its connection is closed by another
    /// thread, as accepting must not wait for that; it counts no more from now on.
    private boolean hasMadeRoom(Seat newcomer, Predicate<Seat> among) {
        if (!limits.strangersMakeRoom()) {
            return false;
        }
        Optional<Seat> stranger = Seat.ofStranger(seats.values(), seat -> seat != newcomer && among.test(seat));
        stranger.ifPresent(seat -> {
            forget(seat.channel());
            metrics.closedConnection(ConnectionWatch.Reason.STRANGER);
            reliever.execute(() -> seat.close(new GuardedCloseException(ConnectionWatch.Reason.STRANGER)));
        });
        return stranger.isPresent();
    }

    @Override
    public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
        forget(channel);
    }

    @Override
    public void onClosed(SelectableChannel channel) {
        forget(channel);
    }

    private void forget(SelectableChannel channel) {
        Seat seat = seats.remove(channel);
        if (seat != null) {
            open.decrementAndGet();
            if (!seat.watch().isProxy()) {
                leave(perAddress, seat.address());
                leave(perNetwork, seat.address().wider());
            }
        }
    }

    private static void leave(Map<AddressKey, Integer> counts, AddressKey key) {
        counts.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1);
    }

    /// A proxy is neither counted nor closed for the number of its connections.
    private ConnectionWatch newWatch(SelectableChannel channel) {
        long now = System.nanoTime();
        try {
            SocketAddress remote = ((SocketChannel) channel).getRemoteAddress();
            boolean isProxy = remote instanceof InetSocketAddress socket && !socket.isUnresolved()
                    && limits.proxies().stream().anyMatch(proxy -> proxy.contains(socket.getAddress()));
            return new ConnectionWatch(AddressKey.of(remote), isProxy, now);
        } catch (IOException _) {
            // Reset before it was accepted; closed soon.
            return new ConnectionWatch(AddressKey.of(new InetSocketAddress(0)), false, now);
        }
    }

    /// Starts watching a connection.
    ConnectionWatch watch(GuardedEndPoint endPoint, SocketChannel channel) {
        Seat seat = seats.getOrDefault(channel, new Seat(channel, newWatch(channel), 0));
        watches.put(endPoint, seat.watch());
        seat.take(endPoint);
        if (!seats.containsKey(channel)) { // somebody else has the place by now
            reliever.execute(() -> seat.close(new GuardedCloseException(ConnectionWatch.Reason.STRANGER)));
        }
        return seat.watch();
    }

    /// Whether the connection limit is reached, so that a new one is refused.
    boolean isFull() {
        return open.get() > limits.connections();
    }

    void unwatch(GuardedEndPoint endPoint) {
        watches.remove(endPoint);
    }

    /// Closes every connection that is overdue.
    void sweep(long now) {
        if (open.get() > limits.connections() / 8 * 7) {
            relieveSoon();
        }
        boolean pressure = open.get() > limits.connections() / 4 * 3;
        Duration idle = pressure ? IDLE_UNDER_PRESSURE : FOR_EVER;
        Duration lateHead = limits.headDeadline().dividedBy(4);
        Map<AddressKey, Integer> lateHeads = new HashMap<>();
        watches.forEach((endPoint, watch) -> {
            Optional<ConnectionWatch.Reason> reason = watch.overdue(now, limits, watch.isKnown() ? FOR_EVER : idle);
            if (reason.isEmpty() && !watch.isProxy() && watch.hasLateHead(now, lateHead)
                    && lateHeads.merge(watch.address(), 1, Integer::sum) > limits.slowHeadsPerAddress()) {
                reason = Optional.of(ConnectionWatch.Reason.SLOW_HEAD);
            }
            reason.ifPresent(why -> close(endPoint, why));
        });
    }

    private void close(GuardedEndPoint endPoint, ConnectionWatch.Reason reason) {
        metrics.closedConnection(reason);
        endPoint.close(new GuardedCloseException(reason));
    }

    private void relieveSoon() {
        if (limits.strangersMakeRoom()) {
            return; // each for one newcomer
        }
        if (System.nanoTime() - noReliefBefore >= 0 && isRelieving.compareAndSet(false, true)) {
            reliever.execute(this::relieve);
        }
    }

    /// Brings the number of connections down to three quarters, as far as there are dispensable ones.
    private void relieve() {
        try {
            List<Crowd.Place<GuardedEndPoint>> places = new ArrayList<>();
            watches.forEach((endPoint, watch) -> {
                if (!watch.isProxy()) {
                    places.add(new Crowd.Place<>(endPoint, watch.address(), watch));
                }
            });
            int proxied = watches.size() - places.size();
            int room = Math.max(limits.connections() / 4 * 3 - proxied, limits.connections() / 4);
            List<GuardedEndPoint> chosen = Crowd.toClose(places, room);
            chosen.forEach(endPoint -> close(endPoint, ConnectionWatch.Reason.CROWDING));
            if (chosen.isEmpty()) {
                noReliefBefore = System.nanoTime() + RELIEF_PAUSE.toNanos();
            }
        } finally {
            isRelieving.set(false);
        }
    }

    /// The reason given to the parts of a connection when it is closed. It has no stack trace, as clients can cause it
    /// at will.
    private static final class GuardedCloseException extends IOException {
        private static final long serialVersionUID = 1;

        GuardedCloseException(ConnectionWatch.Reason reason) {
            super("closed: " + reason);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}
