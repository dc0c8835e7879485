package bloomward.agent.door;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The socket of an agent, seen from outside.
public final class Door {

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(1);

    private Door() {}

    /// Whether an agent listens there. An agent too busy to accept counts.
    public static boolean isAttended(Path socket) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            return Knock.at(socket, channel) != Knock.NOBODY;
        } catch (IOException | UnsupportedOperationException _) {
            return false;
        }
    }

    /// Connects.
    ///
    /// @param patience for an agent in front of which others wait; with none, only one try is made
    /// @return a channel that does not block; empty if no agent listens, or no place became free in time
    public static Optional<SocketChannel> enter(Path socket, Duration patience) {
        try {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            Knock knock = Knock.NOBODY;
            try {
                channel.configureBlocking(false);
                knock = Knock.at(socket, channel);
            } finally {
                if (knock != Knock.IN) {
                    channel.close();
                }
            }
            return switch (knock) {
                case IN -> Optional.of(channel);
                case CROWDED -> patience.isPositive() ? push(socket, patience) : Optional.empty();
                case NOBODY -> Optional.empty();
            };
        } catch (IOException | UnsupportedOperationException _) {
            return Optional.empty();
        }
    }

    /// Gets in by turn or by luck. The turn comes after every thread that already waits, however many there are; a try may hit a
    /// place before the next of them takes it.
    private static Optional<SocketChannel> push(Path socket, Duration patience) throws IOException {
        long began = System.nanoTime();
        try (Queueing queueing = new Queueing(socket)) {
            queueing.start();
            while (System.nanoTime() - began < patience.toNanos()) {
                if (queueing.join(BETWEEN_TRIES)) {
                    return queueing.handOver();
                }
                Optional<SocketChannel> lucky = enter(socket, Duration.ZERO);
                if (lucky.isPresent()) {
                    return lucky;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    /// Waits among the others. A thread of the system, since connecting does not wait on a virtual one.
    private static final class Queueing extends Thread implements AutoCloseable {

        private final Path socket;
        private final SocketChannel channel;
        private boolean isIn;
        private boolean isHandedOver;

        Queueing(Path socket) throws IOException {
            super("queueing");
            setDaemon(true);
            this.socket = socket;
            this.channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        }

        @Override
        public void run() {
            try {
                isIn = channel.connect(UnixDomainSocketAddress.of(socket));
            } catch (IOException _) {
                // too late, or the agent has ended
            }
        }

        /// The channel, of a thread that has ended.
        Optional<SocketChannel> handOver() throws IOException {
            if (!isIn) {
                return Optional.empty();
            }
            channel.configureBlocking(false);
            isHandedOver = true;
            return Optional.of(channel);
        }

        /// Ends its wait.
        @Override
        public void close() throws IOException {
            if (!isHandedOver) {
                channel.close();
            }
        }
    }
}
