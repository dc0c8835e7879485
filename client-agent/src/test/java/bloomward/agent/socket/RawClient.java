package bloomward.agent.socket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/// A program that sends whatever it likes.
final class RawClient implements AutoCloseable {

    private final SocketChannel channel;
    private final BufferedReader lines;

    public RawClient(Path socket) throws IOException {
        channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
        lines = new BufferedReader(Channels.newReader(channel, UTF_8));
    }

    /// The answer to a line.
    public String ask(String line) throws IOException {
        send(line + "\n");
        return next();
    }

    public void send(String text) throws IOException {
        sendBytes(text.getBytes(UTF_8));
    }

    /// Each character is a byte.
    void sendRaw(String bytes) throws IOException {
        sendBytes(bytes.getBytes(ISO_8859_1));
    }

    private void sendBytes(byte[] bytes) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            channel.write(left);
        }
    }

    /// The next line, or "closed".
    String next() throws IOException {
        try {
            String line = lines.readLine();
            return line == null ? "closed" : line;
        } catch (IOException e) {
            return "closed"; // by a reset, as the last bytes sent were not read
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
