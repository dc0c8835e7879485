package bloomward.server.store.postgres;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/// Stands between a server and its database, and counts the steps of a write: what the connection that writes sends. At a
/// step that was asked for something happens, and then the step arrives or not. It can also be a network that is gone.
public final class StepProxy implements Closeable {

    private final ServerSocket listener;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Optional<Order>> order = new AtomicReference<>(Optional.empty());
    private volatile boolean isCut;

    /// Something that happens at a step.
    @FunctionalInterface
    public interface Event {
        void happen() throws Exception;
    }

    /// Waits for a step.
    public static final class Order {

        private final int step;
        private final boolean arrives;
        private final Event event;
        private final CountDownLatch hasHappened = new CountDownLatch(1);
        private int steps;

        Order(int step, boolean arrives, Event event) {
            this.step = step;
            this.arrives = arrives;
            this.event = event;
        }

        /// Whether the step has come. What was to happen may still be under way.
        public synchronized boolean hasBegun() {
            return steps >= step;
        }

        /// Whether all of it has happened.
        public boolean hasHappened() {
            return hasHappened.getCount() == 0;
        }

        /// Counts a step.
        ///
        /// @return whether it is the one
        private synchronized boolean count() {
            return ++steps == step;
        }
    }

    public StepProxy(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /// Lets something happen at a step, counted from 1, of what is written from now on.
    ///
    /// @param arrives whether the step arrives before that, or never
    public Order at(int step, boolean arrives, Event event) {
        Order next = new Order(step, arrives, event);
        order.set(Optional.of(next));
        return next;
    }

    /// Lets nothing happen any more.
    public void calm() {
        order.set(Optional.empty());
    }

    /// Ends all connections, and takes none.
    public void cut() {
        isCut = true;
        open.forEach(StepProxy::close);
    }

    /// Takes connections again.
    public void heal() {
        isCut = false;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (isCut) {
                    close(client);
                } else {
                    Thread.ofVirtual().start(() -> serve(client));
                }
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket client) {
        try (client; Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            open.add(client);
            open.add(server);
            Thread answers = Thread.ofVirtual().start(() -> {
                try {
                    server.getInputStream().transferTo(client.getOutputStream());
                } catch (IOException e) {
                    // cut
                } finally {
                    close(client);
                }
            });
            ask(client, server);
            answers.join();
        } catch (IOException | InterruptedException e) {
            // cut
        } finally {
            open.remove(client);
        }
    }

    private void ask(Socket client, Socket server) throws IOException {
        InputStream in = client.getInputStream();
        OutputStream out = server.getOutputStream();
        boolean isWriter = false;
        byte[] buffer = new byte[1 << 16];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            isWriter |= new String(buffer, 0, count, StandardCharsets.ISO_8859_1)
                    .contains(PostgresDatabase.WRITER.strip());
            Optional<Order> due = isWriter ? order.get().filter(Order::count) : Optional.empty();
            if (due.isPresent() && !due.get().arrives) {
                happen(due.get());
                return;
            }
            out.write(buffer, 0, count);
            out.flush();
            if (due.isPresent()) {
                happen(due.get());
            }
        }
        server.shutdownOutput();
    }

    private static void happen(Order order) throws IOException {
        try {
            order.event.happen();
        } catch (Exception e) {
            throw new IOException(e);
        } finally {
            order.hasHappened.countDown();
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }
}
