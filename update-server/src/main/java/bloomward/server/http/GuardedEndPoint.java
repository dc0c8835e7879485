package bloomward.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/// A socket that reports its traffic to its watch. With TLS it sees the encrypted bytes, so a handshake counts too.
final class GuardedEndPoint extends SocketChannelEndPoint {

    private final ConnectionGuard guard;
    private final ConnectionWatch watch;
    private boolean beyondCapacity; // owned like `requests`
    private long requests; // owned by the thread that handles the current request

    GuardedEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler,
            ConnectionGuard guard) {
        super(channel, selector, key, scheduler);
        this.guard = guard;
        this.beyondCapacity = guard.isFull();
        this.watch = guard.watch(this, channel);
    }

    /// The socket that carried a request.
    static GuardedEndPoint of(Request request) {
        EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
        while (endPoint instanceof EndPoint.Wrapper wrapper) {
            endPoint = wrapper.unwrap();
        }
        return (GuardedEndPoint) endPoint;
    }

    ConnectionWatch watch() {
        return watch;
    }

    /// Whether the connection was accepted only to be refused with `503`, and there still is no room.
    boolean isBeyondCapacity() {
        beyondCapacity = beyondCapacity && guard.isFull();
        return beyondCapacity;
    }

    /// Counts one more request; the result is 1 for the first.
    long countRequest() {
        return ++requests;
    }

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        int filled = super.fill(buffer);
        if (filled > 0 && watch.isIdle()) {
            watch.bytesCame(System.nanoTime());
        }
        return filled;
    }

    @Override
    public boolean flush(ByteBuffer... buffers) throws IOException {
        long before = remaining(buffers);
        boolean all = super.flush(buffers);
        watch.bytesTaken(before - remaining(buffers), !all);
        return all;
    }

    private static long remaining(ByteBuffer... buffers) {
        long remaining = 0;
        for (ByteBuffer buffer : buffers) {
            remaining += buffer.remaining();
        }
        return remaining;
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        guard.unwatch(this);
        super.onClose(cause);
    }
}
