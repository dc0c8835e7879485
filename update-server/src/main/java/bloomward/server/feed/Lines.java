package bloomward.server.feed;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// The lines of a stream, in bounded memory. Each ends with LF, CR LF, or the stream. Used by one thread.
final class Lines {

    private final InputStream in;
    private final int maxLine;
    private final byte[] buffer;
    private int next;
    private int end;
    private int start;
    private int length;
    private long number;
    private boolean tooLong;
    private boolean ended;

    /// @param maxLine the maximum length of a line
    Lines(InputStream in, int maxLine) {
        this.in = in;
        this.maxLine = maxLine;
        this.buffer = new byte[2 * maxLine];
    }

    /// Moves to the next line.
    ///
    /// @return false if there is none
    boolean next() throws IOException {
        tooLong = false;
        start = next;
        int at = next;
        while (true) {
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            if (at < end || ended) {
                boolean found = at < end || at > start || tooLong;
                take(at);
                next = Math.min(at + 1, end);
                number += found ? 1 : 0;
                return found;
            }
            if (at - start > maxLine) {
                tooLong = true; // keep the beginning, skip the rest
                at = start + maxLine;
                end = at;
            }
            at -= moveToFront();
            fill();
        }
    }

    private void take(int lineEnd) {
        length = lineEnd - start;
        if (length > 0 && buffer[lineEnd - 1] == '\r') {
            length--;
        }
        tooLong |= length > maxLine;
        length = Math.min(length, maxLine);
    }

    /// A line is moved once, however few bytes the stream gives at a time.
    private int moveToFront() {
        int moved = start;
        if (moved == 0) {
            return 0;
        }
        System.arraycopy(buffer, start, buffer, 0, end - start);
        end -= moved;
        start = 0;
        return moved;
    }

    private void fill() throws IOException {
        int count = in.read(buffer, end, buffer.length - end);
        if (count < 0) {
            ended = true;
        } else {
            end += count;
        }
    }

    /// The number of this line, from 1.
    long number() {
        return number;
    }

    /// Whether this line exceeds the maximum length; its text is then cut to the beginning.
    boolean isTooLong() {
        return tooLong;
    }

    /// Whether this line contains a byte that cannot occur in text.
    boolean isBinary() {
        for (int i = start; i < start + length; i++) {
            if (isControl(buffer[i])) {
                return true;
            }
        }
        return false;
    }

    /// The bytes of this line, one per `char`.
    String text() {
        return new String(buffer, start, length, StandardCharsets.ISO_8859_1);
    }

    /// A control character that does not occur in text files.
    static boolean isControl(byte b) {
        return (b >= 0 && b < ' ' && (b < '\t' || b > '\r')) || b == 0x7f;
    }
}
