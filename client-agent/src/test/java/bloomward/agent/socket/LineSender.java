package bloomward.agent.socket;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.BooleanSupplier;

/// The program's end of a connection.
final class LineSender {

    private LineSender() {}

    static void send(SocketChannel channel, String text) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(text.getBytes(UTF_8));
        while (left.hasRemaining()) {
            channel.write(left);
        }
    }

    /// Sends what can be sent without waiting.
    static void offer(SocketChannel channel, String text) throws IOException {
        channel.configureBlocking(false);
        ByteBuffer left = ByteBuffer.wrap(text.getBytes(UTF_8));
        int sent;
        do {
            sent = channel.write(left);
        } while (sent > 0 && left.hasRemaining());
    }

    /// Waits until it is so.
    static void await(BooleanSupplier what) throws InterruptedException {
        while (!what.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Thread.onSpinWait();
        }
    }

    /// Reads the text that comes next.
    static String read(SocketChannel channel) throws IOException {
        ByteBuffer read = ByteBuffer.allocate(64 * 1024);
        channel.read(read);
        return new String(read.array(), 0, read.position(), UTF_8);
    }

    /// Waits for the end of the connection.
    static boolean isClosed(SocketChannel channel) {
        try {
            return channel.read(ByteBuffer.allocate(1)) < 0;
        } catch (IOException _) {
            return true; // reset, as the last bytes sent were not read
        }
    }
}
