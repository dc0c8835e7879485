package bloomward.agent.socket;

import bloomward.agent.door.Door;
import bloomward.format.io.CloseOnFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// A unix socket on which no wait is endless, which the blocking kind has no option for. One thread.
final class ClientStream implements AutoCloseable {

    private static final Duration PLACE = Duration.ofSeconds(1);

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private Duration patience = Duration.ZERO;

    private ClientStream(SocketChannel channel, Selector selector, SelectionKey key) {
        this.channel = channel;
        this.selector = selector;
        this.key = key;
    }

    /// @return empty if no agent listens, or others kept it from being accepted for a second
    static Optional<ClientStream> connect(Path socket) {
        Optional<SocketChannel> entered = Door.enter(socket, PLACE);
        if (entered.isEmpty()) {
            return Optional.empty();
        }
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(entered.get()::close)) {
            return failure.keep(Optional.of(of(entered.get())));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static ClientStream of(SocketChannel channel) throws IOException {
        Selector selector = channel.provider().openSelector();
        return new ClientStream(channel, selector, channel.register(selector, 0));
    }

    void setPatience(Duration patience) {
        this.patience = patience;
    }

    void write(byte[] bytes, Duration within) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            if (channel.write(left) == 0) {
                await(SelectionKey.OP_WRITE, within);
            }
        }
    }

    InputStream in() {
        return new InputStream() {

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                ByteBuffer bytes = ByteBuffer.wrap(to, offset, length);
                int count = channel.read(bytes);
                while (count == 0) {
                    await(SelectionKey.OP_READ, patience);
                    count = channel.read(bytes);
                }
                return count;
            }
        };
    }

    private void await(int what, Duration atMost) throws IOException {
        key.interestOps(what);
        if (selector.select(atMost.toMillis()) == 0) {
            throw new IOException("the agent does not answer");
        }
        selector.selectedKeys().clear();
    }

    @Override
    public void close() throws IOException {
        selector.close();
        channel.close();
    }
}
