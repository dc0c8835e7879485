package bloomward.server.http;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.SelectorManager;

/// All connections of a listener: admits new ones and closes those that overstay.
///
/// - Too many from one address: closed before a byte is read.
/// - Too many in all: answered with `503`, so that an agent learns when to retry; beyond a second limit, connections
///   wait unaccepted.
/// - A sweep, several times within the shortest deadline, closes overdue connections.
final class ConnectionGuard implements SelectorManager.AcceptListener {

    /// How long a connection may stay idle once three quarters of the places are taken.
    private static final Duration IDLE_UNDER_PRESSURE = Duration.ofSeconds(5);
    private static final Duration FOR_EVER = Duration.ofDays(365);

    private final HttpLimits limits;
    private final Map<SelectableChannel, AddressKey> channels = new ConcurrentHashMap<>();
    private final Map<AddressKey, Integer> perAddress = new ConcurrentHashMap<>();
    private final Map<GuardedEndPoint, ConnectionWatch> watches = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private final HttpMetrics metrics;

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

    @Override
    public void onAccepting(SelectableChannel channel) {
        AddressKey address = addressOf(channel);
        channels.put(channel, address);
        open.incrementAndGet();
        if (perAddress.merge(address, 1, Integer::sum) > limits.connectionsPerAddress()) {
            metrics.refusedConnection("address");
            try {
                channel.close();
            } catch (IOException _) {
                // Already closed, as intended.
            }
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
        AddressKey address = channels.remove(channel);
        if (address != null) {
            open.decrementAndGet();
            perAddress.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
        }
    }

    private static AddressKey addressOf(SelectableChannel channel) {
        try {
            SocketAddress remote = ((SocketChannel) channel).getRemoteAddress();
            return AddressKey.of(remote);
        } catch (IOException _) {
            return AddressKey.of(new java.net.InetSocketAddress(0)); // reset before it was accepted; closed soon
        }
    }

    /// Starts watching a connection.
    ConnectionWatch watch(GuardedEndPoint endPoint, SocketChannel channel) {
        AddressKey address = channels.getOrDefault(channel, addressOf(channel));
        ConnectionWatch watch = new ConnectionWatch(address, System.nanoTime());
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
        boolean pressure = open.get() > limits.connections() / 4 * 3;
        Duration idle = pressure ? IDLE_UNDER_PRESSURE : FOR_EVER;
        Duration lateHead = limits.headDeadline().dividedBy(4);
        Map<AddressKey, Integer> lateHeads = new HashMap<>();
        watches.forEach((endPoint, watch) -> {
            Optional<ConnectionWatch.Reason> reason = watch.overdue(now, limits, idle);
            if (reason.isEmpty() && watch.hasLateHead(now, lateHead)
                    && lateHeads.merge(watch.address(), 1, Integer::sum) > limits.slowHeadsPerAddress()) {
                reason = Optional.of(ConnectionWatch.Reason.SLOW_HEAD);
            }
            if (reason.isPresent()) {
                metrics.closedConnection(reason.get());
                endPoint.close(new SlowConnectionException(reason.get()));
            }
        });
    }

    /// The reason given to the parts of a connection when it is closed. It has no stack trace, as clients can cause it
    /// at will.
    private static final class SlowConnectionException extends IOException {
        private static final long serialVersionUID = 1;

        SlowConnectionException(ConnectionWatch.Reason reason) {
            super("closed: " + reason);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}
