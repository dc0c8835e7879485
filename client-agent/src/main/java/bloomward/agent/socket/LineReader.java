package bloomward.agent.socket;

import bloomward.agent.socket.RequestException.Code;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/// Lines out of a stream of bytes, none longer than a bound. One thread.
///
/// The buffer grows with a line and is small again after it. What goes beyond a small one is asked for first, as many
/// connections may want it at once.
final class LineReader {

    /// More than 1,000 URLs of a usual length.
    static final int MAX_LENGTH = 1 << 20;
    static final int SMALL = 32 * 1024;

    private static final int START = 2 * 1024;

    private final InputStream in;
    private final LongLines longLines;
    private byte[] buffer = new byte[START];
    private int from;
    private int to;

    /// Grants long lines, and is told when one is over.
    interface LongLines {

        /// Grants every long line, for a reader with no other beside it.
        LongLines FREE = new LongLines() {

            @Override
            public void begin() {}

            @Override
            public void end() {}
        };

        void begin() throws IOException;

        void end();
    }

    LineReader(InputStream in, LongLines longLines) {
        this.in = in;
        this.longLines = longLines;
    }

    /// The next line that is not empty, without its end. The one before is over.
    ///
    /// @return empty at the end of the stream; an unfinished line there is none
    /// @throws RequestException TOO_LONG
    Optional<byte[]> next() throws IOException, RequestException {
        shrink();
        int scanned = from;
        while (true) {
            for (; scanned < to; scanned++) {
                if (buffer[scanned] == '\n') {
                    byte[] line = Arrays.copyOfRange(buffer, from, withoutReturn(scanned));
                    from = scanned + 1;
                    if (line.length > 0) {
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

    private int withoutReturn(int lineEnd) {
        return lineEnd > from && buffer[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
    }

    private void shrink() {
        if (buffer.length > SMALL && to - from <= START) {
            moveTo(new byte[START]);
            longLines.end();
        }
    }

    private void makeRoom() throws IOException, RequestException {
        if (from > 0) {
            moveTo(buffer);
        }
        if (to > MAX_LENGTH) {
            throw new RequestException(Code.TOO_LONG, "a line has at most " + MAX_LENGTH + " bytes");
        }
        if (to == buffer.length) {
            if (buffer.length == SMALL) {
                longLines.begin();
            }
            moveTo(new byte[Math.min(2 * buffer.length, MAX_LENGTH + 1)]);
        }
    }

    private void moveTo(byte[] other) {
        System.arraycopy(buffer, from, other, 0, to - from);
        buffer = other;
        to -= from;
        from = 0;
    }
}
