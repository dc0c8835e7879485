package bloomward.agent.socket;

import bloomward.agent.socket.message.RequestException;
import bloomward.agent.socket.message.RequestException.Code;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/// Lines out of a stream of bytes, none longer than a bound. One thread.
///
/// The buffer grows with a line and is small again after it. Before it grows, room is asked for.
final class LineReader {

    /// More than 1,000 URLs of a usual length.
    static final int MAX_LENGTH = 1 << 20;
    /// A buffer that every connection may have.
    static final int SMALL = 1024;

    /// Beyond this a buffer gets room for the longest line at once: many that grow together would wait for each other.
    private static final int MEDIUM = 32 * 1024;

    private final InputStream in;
    private final Room room;
    private byte[] buffer = {};
    private int from;
    private int to;

    /// Gives room for lines.
    interface Room {

        /// For a reader with no other beside it.
        Room FREE = _ -> {};

        /// Waits until a line may have this length.
        ///
        /// @throws RequestException BUSY if there is no room
        void forLine(int length) throws IOException, RequestException, InterruptedException;
    }

    LineReader(InputStream in, Room room) {
        this.in = in;
        this.room = room;
    }

    /// The next line that is not empty, without its end, until the next call.
    ///
    /// @return empty at the end of the stream; an unfinished line there is none
    /// @throws RequestException TOO_LONG, or BUSY from the room
    Optional<ByteBuffer> next() throws IOException, RequestException, InterruptedException {
        shrink();
        int scanned = from;
        while (true) {
            for (; scanned < to; scanned++) {
                if (buffer[scanned] == '\n') {
                    ByteBuffer line = ByteBuffer.wrap(buffer, from, withoutReturn(scanned) - from);
                    from = scanned + 1;
                    if (line.hasRemaining()) {
                        return Optional.of(line);
                    }
                }
            }
            makeRoom();
            scanned = to;
            int count = in.read(buffer, to, buffer.length - to);
            if (count < 0) {
                return Optional.empty();
            }
            to += count;
        }
    }

    /// Whether the buffer is no larger than every connection's may be, but for the line that was returned last.
    boolean isSmall() {
        return buffer.length <= SMALL || to - from <= SMALL;
    }

    /// Whether there are bytes of a next line.
    boolean hasBegun() {
        return from < to;
    }

    private int withoutReturn(int lineEnd) {
        return lineEnd > from && buffer[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
    }

    private void shrink() {
        if (buffer.length > SMALL && isSmall()) {
            moveTo(new byte[SMALL]);
        }
    }

    private void makeRoom() throws IOException, RequestException, InterruptedException {
        if (from > 0) {
            moveTo(buffer);
        }
        if (to > MAX_LENGTH) {
            throw new RequestException(Code.TOO_LONG, "a line has at most " + MAX_LENGTH + " bytes");
        }
        if (to == buffer.length) {
            int wanted = Math.clamp(2L * buffer.length, SMALL, MAX_LENGTH + 1);
            if (wanted > SMALL) {
                room.forLine(wanted <= MEDIUM ? wanted : MAX_LENGTH);
            }
            moveTo(new byte[wanted]);
        }
    }

    private void moveTo(byte[] other) {
        System.arraycopy(buffer, from, other, 0, to - from);
        buffer = other;
        to -= from;
        from = 0;
    }
}
