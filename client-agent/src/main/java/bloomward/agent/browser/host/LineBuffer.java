package bloomward.agent.browser.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;

/// Cuts the bytes of a non-blocking channel into lines. One thread.
final class LineBuffer {

    private static final int SMALL = 8 << 10;

    private byte[] bytes = new byte[SMALL];
    private int from;
    private int to;

    /// Reads the bytes that the channel has.
    ///
    /// @return the number of bytes; negative at its end
    /// @throws IOException also if a line is too long
    int fill(ReadableByteChannel channel) throws IOException {
        if (from == to) {
            bytes = bytes.length > SMALL ? new byte[SMALL] : bytes;
            from = 0;
            to = 0;
        }
        if (to == bytes.length) {
            makeRoom();
        }
        int count = channel.read(ByteBuffer.wrap(bytes, to, bytes.length - to));
        to += Math.max(0, count);
        return count;
    }

    private void makeRoom() throws IOException {
        int length = to - from;
        if (length > Frames.MAX_LENGTH) {
            throw new IOException("a line of more than " + Frames.MAX_LENGTH + " bytes");
        }
        byte[] larger = length > bytes.length / 2 ? new byte[Math.min(2 * length, Frames.MAX_LENGTH + 1)] : bytes;
        System.arraycopy(bytes, from, larger, 0, length);
        bytes = larger;
        from = 0;
        to = length;
    }

    /// The next whole line, without its end, until the buffer is filled again.
    Optional<ByteBuffer> next() {
        for (int at = from; at < to; at++) {
            if (bytes[at] == '\n') {
                ByteBuffer line = ByteBuffer.wrap(bytes, from, at - from);
                from = at + 1;
                return Optional.of(line);
            }
        }
        return Optional.empty();
    }
}
