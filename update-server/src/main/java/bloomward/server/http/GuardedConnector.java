package bloomward.server.http;

import bloomward.server.config.HostPort;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/// A listening socket whose connections are guarded.
final class GuardedConnector extends ServerConnector {

    /// Without a request for so long, a connection is only kept alive: it counts as idle a moment before its answer is complete.
    private static final Duration KEPT_ALIVE = Duration.ofMillis(50);

    private final ConnectionGuard guard;

    GuardedConnector(Server server, HostPort address, HttpLimits limits, ConnectionGuard guard,
            ConnectionFactory... protocols) {
        super(server, protocols);
        this.guard = guard;
        setHost(address.host());
        setPort(address.port());
        setIdleTimeout(limits.idle().toMillis());
        setAcceptQueueSize(1024);
        addBean(guard);
        server.addBean(new NetworkConnectionLimit(limits.connections() + Math.max(1, limits.connections() / 8), this));
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        guard.relieveBy(getExecutor());
        sweepLater();
    }

    /// Also closes connections that only wait for their next request. Jetty would give each of them a second.
    @Override
    public CompletableFuture<Void> shutdown() {
        CompletableFuture<Void> done = super.shutdown();
        closeKeptAlive();
        return done;
    }

    /// Until the last one is closed: an answer may still be on its way.
    private void closeKeptAlive() {
        long now = System.nanoTime();
        for (EndPoint endPoint : getConnectedEndPoints()) {
            if (endPoint instanceof GuardedEndPoint guarded && guarded.watch().isIdleFor(KEPT_ALIVE, now)) {
                guarded.close();
            }
        }
        if (!isStopped() && !getConnectedEndPoints().isEmpty()) {
            getScheduler().schedule(this::closeKeptAlive, KEPT_ALIVE.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void sweepLater() {
        getScheduler().schedule(() -> {
            if (isRunning()) {
                getExecutor().execute(() -> guard.sweep(System.nanoTime()));
                sweepLater();
            }
        }, guard.pace().toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
        SocketChannelEndPoint endPoint = new GuardedEndPoint(channel, selector, key, getScheduler(), guard);
        endPoint.setIdleTimeout(getIdleTimeout());
        return endPoint;
    }
}
