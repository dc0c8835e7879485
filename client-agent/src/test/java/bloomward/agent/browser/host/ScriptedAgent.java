package bloomward.agent.browser.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// An agent that says what a test tells it to.
final class ScriptedAgent implements AutoCloseable {

    private final Path socket;
    private final ServerSocketChannel server;

    ScriptedAgent(Path socket) throws IOException {
        this.socket = socket;
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
    }

    /// The next program that connects.
    Client client() throws IOException {
        return new Client(server.accept());
    }

    /// A program, seen by the agent.
    static final class Client implements AutoCloseable {

        private final SocketChannel channel;
        private final BufferedReader lines;

        private Client(SocketChannel channel) {
            this.channel = channel;
            this.lines = new BufferedReader(Channels.newReader(channel, UTF_8));
        }

        String request() throws IOException {
            return lines.readLine();
        }

        void answer(String text) throws IOException {
            ByteBuffer left = ByteBuffer.wrap(text.getBytes(UTF_8));
            while (left.hasRemaining()) {
                channel.write(left);
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /// Goes, like a process that is killed: the file of the socket stays.
    void kill() throws IOException {
        server.close();
    }

    @Override
    public void close() throws IOException {
        server.close();
        Files.deleteIfExists(socket);
    }
}
