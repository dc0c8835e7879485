package bloomward.agent.door;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/// As many programs at the door of an agent as may wait to be accepted.
public final class Crowd implements AutoCloseable {

    private final Path path;
    private final ServerSocketChannel server;
    private final List<SocketChannel> waiting = new ArrayList<>();

    private Crowd(Path path, ServerSocketChannel server) {
        this.path = path;
        this.server = server;
    }

    /// A socket in a folder of its own, and the crowd before it.
    public static Crowd in(Path folder) throws IOException {
        Path own = Files.createDirectory(folder.resolve("crowd"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path path = own.resolve("agent.sock");
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(path), 1);
        Crowd crowd = new Crowd(path, server);
        Knock last;
        do {
            SocketChannel one = SocketChannel.open(StandardProtocolFamily.UNIX);
            crowd.waiting.add(one);
            one.configureBlocking(false);
            last = Knock.at(path, one);
        } while (last == Knock.IN);
        if (last != Knock.CROWDED) {
            throw new AssertionError(last);
        }
        return crowd;
    }

    /// The path of the socket.
    public Path path() {
        return path;
    }

    /// Waits until a program waits behind the crowd.
    public void awaitOneMore() {
        while (!isOneMoreThere()) {
            Thread.onSpinWait();
        }
    }

    /// Whether a program waits behind the crowd.
    public boolean isOneMoreThere() {
        return Thread.getAllStackTraces()
                .entrySet()
                .stream()
                .filter(thread -> thread.getKey().getName().equals("queueing"))
                .anyMatch(thread -> List.of(thread.getValue())
                        .stream()
                        .anyMatch(frame -> frame.getMethodName().equals("connect0")));
    }

    /// Accepts the first one.
    public SocketChannel accept() throws IOException {
        return server.accept();
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel one : waiting) {
            one.close();
        }
        server.close();
    }
}
