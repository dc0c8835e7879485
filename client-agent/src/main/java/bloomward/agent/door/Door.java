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

    private Door() {}

    /// Whether an agent listens there. One that is too busy to accept does so, too.
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
            boolean isIn = false;
            try {
                channel.configureBlocking(false);
                Knock knock = Knock.at(socket, channel);
                isIn = knock == Knock.IN;
                if (isIn || knock == Knock.NOBODY || !patience.isPositive()) {
                    return isIn ? Optional.of(channel) : Optional.empty();
                }
            } finally {
                if (!isIn) {
                    channel.close();
                }
            }
            return queue(socket, patience);
        } catch (IOException | UnsupportedOperationException _) {
            return Optional.empty();
        }
    }

    private static Optional<SocketChannel> queue(Path socket, Duration patience) throws IOException {
        Queueing queueing = new Queueing(socket, SocketChannel.open(StandardProtocolFamily.UNIX));
        boolean isIn = false;
        try {
            queueing.start();
            isIn = queueing.join(patience) && queueing.isIn;
            if (isIn) {
                queueing.channel.configureBlocking(false);
                return Optional.of(queueing.channel);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            if (!isIn) {
                queueing.channel.close(); // which ends its wait
            }
        }
        return Optional.empty();
    }

    /// Waits among the others. A thread of the system, since connecting does not wait on a virtual one.
    private static final class Queueing extends Thread {

        private final Path socket;
        private final SocketChannel channel;
        private boolean isIn; // read after its end

        Queueing(Path socket, SocketChannel channel) {
            super("queueing");
            setDaemon(true);
            this.socket = socket;
            this.channel = channel;
        }

        @Override
        public void run() {
            try {
                isIn = channel.connect(UnixDomainSocketAddress.of(socket));
            } catch (IOException _) {
                // too late, or the agent has ended
            }
        }
    }
}
