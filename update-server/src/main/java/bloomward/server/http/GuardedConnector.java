package bloomward.server.http;

import bloomward.server.config.HostPort;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
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

    /// Also closes connections that wait for their next request: Jetty would let each of them wait for a second.
    @Override
    public CompletableFuture<Void> shutdown() {
        CompletableFuture<Void> done = super.shutdown();
        for (EndPoint endPoint : getConnectedEndPoints()) {
            if (endPoint instanceof GuardedEndPoint guarded && guarded.watch().isIdle()) {
                guarded.close();
            }
        }
        return done;
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
