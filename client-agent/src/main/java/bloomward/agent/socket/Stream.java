package bloomward.agent.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The bytes of a connection, and whether they wait for the program at its other end. Safe for a reader and a writer at a
/// time; closing it, from any thread, wakes both with an exception.
final class Stream implements AutoCloseable {

    private static final long OURS = 0;

    private final SocketChannel channel;
    private final LongSupplier turns;
    private volatile long waitingSince;

    /// @param turns gives numbers above zero that grow
    Stream(SocketChannel channel, LongSupplier turns) {
        this.channel = channel;
        this.turns = turns;
        this.waitingSince = turns.getAsLong();
    }

    /// Since when the program has had its turn; empty while it waits for us.
    Optional<Long> waitingSince() {
        long since = waitingSince;
        return since == OURS ? Optional.empty() : Optional.of(since);
    }

    InputStream in() {
        return new In();
    }

    /// Closing it leaves the connection open.
    OutputStream out() {
        return new Out();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException _) {
            // It is gone, then.
        }
    }

    private final class In extends InputStream {

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            waitingSince = turns.getAsLong();
            int count = channel.read(ByteBuffer.wrap(to, offset, length));
            waitingSince = OURS;
            return count;
        }
    }

    private final class Out extends OutputStream {

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            long before = waitingSince;
            waitingSince = turns.getAsLong();
            ByteBuffer left = ByteBuffer.wrap(bytes, offset, length);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            waitingSince = before; // news are written while the program's next line is awaited
        }
    }
}
