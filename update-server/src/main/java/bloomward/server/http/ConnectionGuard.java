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
import org.eclipse.jetty.io.SelectorManager;

/// All connections of a listener: admits new ones and closes those that overstay.
///
/// - Too many from one address or network: closed before a byte is read. Proxies named in the limits are not counted, as their
///   connections belong to many clients.
/// - Nearly all places taken: connections of the networks that hold most are closed, idle ones first ([Crowd]).
/// - Too many in all: answered with `503`, so that an agent learns when to retry; beyond a second limit, connections
///   wait unaccepted.
/// - A sweep, several times within the shortest deadline, closes overdue connections.
final class ConnectionGuard implements SelectorManager.AcceptListener {

    /// How long a connection may stay idle once three quarters of the places are taken.
    private static final Duration IDLE_UNDER_PRESSURE = Duration.ofSeconds(5);
    private static final Duration FOR_EVER = Duration.ofDays(365);

    /// The pause after a relief that found nothing to close.
    private static final Duration RELIEF_PAUSE = Duration.ofMillis(50);

    /// @param isProxy then it is neither counted nor closed for the number of its connections
    private record Visitor(AddressKey address, boolean isProxy) {}

    private final HttpLimits limits;
    private final Map<SelectableChannel, Visitor> channels = new ConcurrentHashMap<>();
    private final Map<AddressKey, Integer> perAddress = new ConcurrentHashMap<>();
    private final Map<AddressKey, Integer> perNetwork = new ConcurrentHashMap<>();
    private final AtomicBoolean isRelieving = new AtomicBoolean();
    private final Map<GuardedEndPoint, ConnectionWatch> watches = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
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
        Visitor visitor = visitor(channel);
        channels.put(channel, visitor);
        if (open.incrementAndGet() > limits.connections() / 8 * 7) {
            relieveSoon();
        }
        if (!visitor.isProxy()) {
            AddressKey address = visitor.address();
            int ofAddress = perAddress.merge(address, 1, Integer::sum);
            int ofNetwork = perNetwork.merge(address.wider(), 1, Integer::sum);
            if (ofAddress > limits.connectionsPerAddress()) {
                refuse(channel, HttpMetrics.Bound.ADDRESS);
            } else if (ofNetwork > limits.connectionsPerNetwork()) {
                refuse(channel, HttpMetrics.Bound.NETWORK);
            }
        }
    }

    private void refuse(SelectableChannel channel, HttpMetrics.Bound bound) {
        metrics.refusedConnection(bound);
        try {
            channel.close();
        } catch (IOException _) {
            // It is gone, which is what was wanted.
        }
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
        Visitor visitor = channels.remove(channel);
        if (visitor != null) {
            open.decrementAndGet();
            if (!visitor.isProxy()) {
                leave(perAddress, visitor.address());
                leave(perNetwork, visitor.address().wider());
            }
        }
    }

    private static void leave(Map<AddressKey, Integer> counts, AddressKey key) {
        counts.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1);
    }

    private Visitor visitor(SelectableChannel channel) {
        try {
            SocketAddress remote = ((SocketChannel) channel).getRemoteAddress();
            boolean isProxy = remote instanceof InetSocketAddress socket && !socket.isUnresolved()
                    && limits.proxies().stream().anyMatch(proxy -> proxy.contains(socket.getAddress()));
            return new Visitor(AddressKey.of(remote), isProxy);
        } catch (IOException _) {
            // Reset before it was accepted; closed soon.
            return new Visitor(AddressKey.of(new InetSocketAddress(0)), false);
        }
    }

    /// Starts watching a connection.
    ConnectionWatch watch(GuardedEndPoint endPoint, SocketChannel channel) {
        Visitor visitor = channels.getOrDefault(channel, visitor(channel));
        ConnectionWatch watch = new ConnectionWatch(visitor.address(), visitor.isProxy(), System.nanoTime());
        watches.put(endPoint, watch);
        return watch;
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
            Optional<ConnectionWatch.Reason> reason = watch.overdue(now, limits, idle);
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
