package bloomward.agent.socket;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/// Answers programs on this machine over a unix socket. Safe for all threads.
public final class SocketServer implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofMillis(100);

    private final SocketFile file;
    private final LocalApi api;
    private final Connections connections;

    private SocketServer(SocketFile file, LocalApi api, Consumer<RuntimeException> failures) {
        this.file = file;
        this.api = api;
        this.connections = new Connections(failures);
    }

    /// Listens, and answers the users that the modes of the socket and of its folder admit. The folder is made if it is not
    /// there; no other user may write to it.
    ///
    /// @param failures is told of requests that failed by a fault of the agent, on the thread of a request
    /// @throws AlreadyRunningException if another agent answers there
    public static SocketServer listen(Path socket, Access access, LocalApi api, Consumer<RuntimeException> failures)
            throws IOException {
        SocketServer server = new SocketServer(SocketFile.listen(socket, access), api, failures);
        Thread.ofVirtual().name("accept").start(server::accept);
        return server;
    }

    /// The path under which it listens.
    public Path socket() {
        return file.path();
    }

    /// Tells subscribers that the status has changed. Never waits.
    public void tellNews() {
        connections.all().forEach(Connection::tellNews);
    }

    private void accept() {
        while (true) {
            try {
                take(file.channel().accept());
            } catch (ClosedChannelException _) {
                return;
            } catch (IOException _) {
                // Probably no file descriptor is left. The error is not reported, and accepting is tried again.
                try {
                    Thread.sleep(PAUSE);
                } catch (InterruptedException _) {
                    return;
                }
            }
        }
    }

    private void take(SocketChannel channel) {
        Stream stream = new Stream(channel, connections::nextTurn);
        Connection connection = new Connection(stream, connections, api);
        if (connections.add(connection)) {
            connection.start();
        } else {
            stream.close();
        }
    }

    /// Ends listening and all connections; the file goes.
    @Override
    public void close() throws IOException {
        file.close();
        connections.all().forEach(Connection::close);
    }
}
