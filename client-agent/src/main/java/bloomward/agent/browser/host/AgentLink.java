package bloomward.agent.browser.host;

import bloomward.agent.door.Door;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// A connection to the agent, which never waits once it is there. One thread.
final class AgentLink implements AutoCloseable {

    private static final byte[] LINE_END = {'\n'};
    private static final ByteBuffer[] NOTHING = {};

    private final SocketChannel channel;
    private final SelectionKey key;
    private final LineBuffer lines = new LineBuffer();
    private ByteBuffer[] unwritten = NOTHING;

    private AgentLink(SocketChannel channel, SelectionKey key) {
        this.channel = channel;
        this.key = key;
    }

    /// Connects.
    ///
    /// @param patience for an agent in front of which other programs wait
    /// @return empty if no agent listens there, or it did not get to this program in time
    static Optional<AgentLink> connect(Path socket, Duration patience, Selector selector) {
        Optional<SocketChannel> entered = Door.enter(socket, patience);
        if (entered.isEmpty()) {
            return Optional.empty();
        }
        SocketChannel channel = entered.get();
        try {
            return Optional.of(new AgentLink(channel, channel.register(selector, SelectionKey.OP_READ)));
        } catch (IOException _) {
            close(channel);
            return Optional.empty();
        }
    }

    boolean isWriting() {
        return unwritten.length > 0;
    }

    /// Begins to send a line; [#write] goes on.
    void send(byte[] line) throws IOException {
        unwritten = new ByteBuffer[] {ByteBuffer.wrap(line), ByteBuffer.wrap(LINE_END)};
        write();
    }

    /// Sends as much as the agent takes now.
    ///
    /// @return whether it took anything
    boolean write() throws IOException {
        long count = channel.write(unwritten);
        if (!unwritten[1].hasRemaining()) {
            unwritten = NOTHING;
        }
        key.interestOps(isWriting() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        return count > 0;
    }

    /// Reads the bytes that the agent has sent.
    ///
    /// @return the number of bytes; negative if it has ended the connection
    int read() throws IOException {
        return lines.fill(channel);
    }

    Optional<ByteBuffer> nextLine() {
        return lines.next();
    }

    boolean isReadable() {
        return key.isReadable();
    }

    boolean isWritable() {
        return isWriting() && key.isWritable();
    }

    @Override
    public void close() {
        close(channel);
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException _) {
            // gone already
        }
    }
}
