package bloomward.agent.socket;

import bloomward.agent.crowd.Peer;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// Answers programs on this machine over a unix socket. Safe for all threads.
///
/// Accepting has a thread of the system: it need not wait while programs come faster than they are taken, and so would
/// never leave its turn to another virtual thread.
public final class SocketServer implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofMillis(100);
    /// The least time between two rounds; where nothing is under way, the next one is ten seconds later, for a laptop's sake.
    private static final Duration ROUND = Duration.ofSeconds(1);

    private final SocketFile file;
    private final Access access;
    private final LocalApi api;
    private final Connections connections;
    private final Thread accepting;
    private final Thread rounds;
    private final AtomicLong taken = new AtomicLong();
    private volatile boolean isClosed;

    private SocketServer(SocketFile file, Access access, LocalApi api, Faults faults) {
        this.file = file;
        this.access = access;
        this.api = api;
        this.connections = new Connections(System::nanoTime, Clock.systemUTC(), faults);
        this.accepting = Thread.ofPlatform()
                .daemon()
                .name("accept")
                .uncaughtExceptionHandler((_, e) -> faults.inLoop(e))
                .unstarted(this::accept);
        this.rounds = Thread.ofVirtual()
                .name("deadlines")
                .uncaughtExceptionHandler((_, e) -> faults.inLoop(e))
                .unstarted(this::goRound);
    }

    /// Listens, and answers the users that the modes of the socket and of its folder admit. The folder is made if it is not
    /// there; no other user may write to it.
    ///
    /// @throws AlreadyRunningException if another agent answers there
    public static SocketServer listen(Path socket, Access access, LocalApi api, Faults faults) throws IOException {
        SocketServer server = new SocketServer(SocketFile.listen(socket, access), access, api, faults);
        server.accepting.start();
        server.rounds.start();
        return server;
    }

    /// The path under which it listens.
    public Path socket() {
        return file.path();
    }

    /// The number of connections that it has accepted, those that it turned away included.
    public long takenCount() {
        return taken.get();
    }

    /// Tells subscribers that the status has changed. Never waits.
    public void tellNews() {
        connections.all().forEach(Connection::tellNews);
    }

    private void accept() {
        while (true) {
            try {
                take(file.channel().accept());
            } catch (ClosedChannelException e) {
                if (isClosed) {
                    return;
                }
                throw new IllegalStateException("the socket was closed", e);
            } catch (IOException _) {
                // Probably no file descriptor is left. The error is not reported, and accepting is tried again.
                try {
                    Thread.sleep(PAUSE);
                } catch (InterruptedException _) {
                    // Only closing the socket ends this.
                }
            }
        }
    }

    private void take(SocketChannel channel) {
        taken.incrementAndGet();
        Stream stream = new Stream(channel, connections::nanoTime);
        Peer peer = access == Access.OWNER ? Peer.UNKNOWN : Peer.of(channel);
        Connection connection = new Connection(stream, peer, connections, api);
        if (!connections.add(connection)) {
            Refusal.turnAway(channel);
        } else if (isClosed) {
            connection.close(); // perhaps it was added after all others had been closed
        } else {
            connection.start();
        }
    }

    /// Ends what takes too long. A blocked write has no timeout of its own.
    private void goRound() {
        try {
            while (true) {
                Duration left = connections.dropOverdue();
                Thread.sleep(left.compareTo(ROUND) < 0 ? ROUND : left);
            }
        } catch (InterruptedException _) {
            // It is over.
        }
    }

    /// Ends listening and all connections; the file goes.
    @Override
    public void close() throws IOException {
        isClosed = true;
        rounds.interrupt();
        file.close();
        connections.all().forEach(Connection::close);
    }
}
