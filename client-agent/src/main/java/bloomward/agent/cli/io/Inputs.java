package bloomward.agent.cli.io;

import java.io.Flushable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/// Inputs one after another, as bytes: the arguments of a command, or the lines of a stream. One thread.
///
/// Every line counts, including an empty one and a last one without a line end. Memory is bounded for any input: of a
/// line longer than [#MAX_LINE], only the beginning is kept, which is far more than any URL that can be judged.
public abstract class Inputs implements AutoCloseable {

    public static final int MAX_LINE = 1 << 20;

    public byte[] buffer = {};
    public int start;
    public int length;

    /// Moves to the next input, which is then in `length` bytes of `buffer` from `start` on.
    ///
    /// @return false if there is none
    public abstract boolean next() throws IOException;

    /// Closes the streams that were opened for it.
    @Override
    public void close() throws IOException {
        // Most have none.
    }

    static Inputs of(List<String> arguments) {
        Iterator<String> rest = arguments.iterator();
        return new Inputs() {
            @Override
            public boolean next() {
                if (!rest.hasNext()) {
                    return false;
                }
                buffer = rest.next().getBytes(StandardCharsets.UTF_8);
                length = buffer.length;
                return true;
            }
        };
    }

    /// The lines of a stream.
    ///
    /// @param separator ends a line; a carriage return before a line feed belongs to it
    /// @param answers flushed before waiting for input, so that a program can talk to this one line by line
    public static Inputs lines(InputStream in, byte separator, Flushable answers) {
        return new Lines(in, separator, answers);
    }

    private static final class Lines extends Inputs {

        private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

        private final InputStream in;
        private final byte separator;
        private final Flushable answers;
        /// End of the bytes read, and start of the next line.
        private int end;
        private int next;
        private boolean ended;
        private boolean begun;

        Lines(InputStream in, byte separator, Flushable answers) {
            this.in = in;
            this.separator = separator;
            this.answers = answers;
            this.buffer = new byte[64 * 1024];
        }

        @Override
        public boolean next() throws IOException {
            if (!begun && separator == '\n') {
                skipByteOrderMark();
            }
            start = next;
            int at = next;
            while (true) {
                while (at < end && buffer[at] != separator) {
                    at++;
                }
                if (at < end) {
                    take(at);
                    next = at + 1;
                    return true;
                }
                if (ended) {
                    take(at);
                    next = at;
                    return at > start;
                }
                at -= makeRoom();
                fill();
            }
        }

        private void take(int lineEnd) {
            length = Math.min(lineEnd - start, MAX_LINE);
            if (separator == '\n' && length > 0 && buffer[start + length - 1] == '\r') {
                length--;
            }
        }

        /// Moves the unfinished line to the front, or gives it more room, or drops the part beyond the longest line.
        ///
        /// @return the distance by which the line moved
        private int makeRoom() {
            int moved = start;
            if (start > 0) {
                System.arraycopy(buffer, start, buffer, 0, end - start);
                end -= start;
                start = 0;
            } else if (end == buffer.length && end <= MAX_LINE) {
                buffer = Arrays.copyOf(buffer, end * 2);
            } else if (end == buffer.length) {
                moved = end - MAX_LINE;
                end = MAX_LINE;
            }
            return moved;
        }

        private void fill() throws IOException {
            if (in.available() == 0) {
                answers.flush();
            }
            int count = in.read(buffer, end, buffer.length - end);
            if (count < 0) {
                ended = true;
            } else {
                end += count;
            }
        }

        /// Skips the mark with which some editors begin a UTF-8 text; it is not part of the first line.
        private void skipByteOrderMark() throws IOException {
            begun = true;
            while (!ended && end < BYTE_ORDER_MARK.length && startsLikeByteOrderMark(end)) {
                fill();
            }
            if (end >= BYTE_ORDER_MARK.length && startsLikeByteOrderMark(BYTE_ORDER_MARK.length)) {
                next = BYTE_ORDER_MARK.length;
            }
        }

        private boolean startsLikeByteOrderMark(int count) {
            return Arrays.equals(buffer, 0, count, BYTE_ORDER_MARK, 0, count);
        }
    }
}
