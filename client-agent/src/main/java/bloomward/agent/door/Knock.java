package bloomward.agent.door;

import java.io.IOException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// The result of an attempt to connect to an agent without waiting.
enum Knock {

    /// The channel is connected.
    IN,
    /// An agent listens, and as many connections as may wait for it do so. The channel is of no use any more.
    CROWDED,
    /// No agent listens. The channel is of no use any more.
    NOBODY;

    /// @param channel that does not block
    static Knock at(Path socket, SocketChannel channel) {
        try {
            return channel.connect(UnixDomainSocketAddress.of(socket)) ? IN : CROWDED;
        } catch (IOException e) {
            // Java names EAGAIN by no class of its own. A socket where nobody listens is a ConnectException, and one that
            // may not be used a BindException.
            return e.getClass() == SocketException.class && Files.exists(socket) ? CROWDED : NOBODY;
        }
    }
}
