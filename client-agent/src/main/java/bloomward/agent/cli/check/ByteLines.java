package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Lines of bytes, put together in one array and written when that is nearly full. One thread.
///
/// A million lines take a third of the time that a JSON generator needs: most of each line is constant and is copied
/// as it is, and an input is copied in one piece where nothing in it needs an escape.
final class ByteLines implements Flushable {

    private static final int WRITE_FROM = 1 << 16;
    private static final byte[] HEX = "0123456789abcdef".getBytes(UTF_8);
    /// The JSON form of each ASCII byte: itself (0), `\` and a letter, or `\` and `u` and its number.
    private static final byte[] JSON_ESCAPES = jsonEscapes();

    private final OutputStream out;
    private byte[] buffer = new byte[2 * WRITE_FROM];
    private int count;

    ByteLines(OutputStream out) {
        this.out = out;
    }

    private static byte[] jsonEscapes() {
        byte[] escapes = new byte[128];
        Arrays.fill(escapes, 0, ' ', (byte) 'u');
        escapes['"'] = '"';
        escapes['\\'] = '\\';
        escapes['\b'] = 'b';
        escapes['\f'] = 'f';
        escapes['\n'] = 'n';
        escapes['\r'] = 'r';
        escapes['\t'] = 't';
        return escapes;
    }

    ByteLines raw(byte[] bytes) {
        return raw(bytes, 0, bytes.length);
    }

    ByteLines raw(byte[] bytes, int offset, int length) {
        makeRoom(length);
        System.arraycopy(bytes, offset, buffer, count, length);
        count += length;
        return this;
    }

    ByteLines raw(String text) {
        return raw(text.getBytes(UTF_8));
    }

    ByteLines number(long number) {
        if (number >= 0 && number < 10) {
            makeRoom(1);
            buffer[count++] = (byte) ('0' + number);
            return this;
        }
        return raw(Long.toString(number));
    }

    /// The content of a JSON string; bytes that are not UTF-8 become the replacement character.
    ByteLines json(byte[] text, int offset, int length) {
        int end = offset + length;
        int at = offset;
        while (at < end && text[at] >= 0 && JSON_ESCAPES[text[at]] == 0) {
            at++;
        }
        if (at == end) {
            return raw(text, offset, length);
        }
        byte[] utf8 = new String(text, offset, length, UTF_8).getBytes(UTF_8);
        makeRoom(6 * utf8.length);
        for (byte b : utf8) {
            escaped(b);
        }
        return this;
    }

    ByteLines json(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return json(bytes, 0, bytes.length);
    }

    private void escaped(byte b) {
        byte escape = b < 0 ? 0 : JSON_ESCAPES[b];
        if (escape == 0) {
            buffer[count++] = b;
            return;
        }
        buffer[count++] = '\\';
        buffer[count++] = escape;
        if (escape == 'u') {
            buffer[count++] = '0';
            buffer[count++] = '0';
            buffer[count++] = HEX[b >> 4];
            buffer[count++] = HEX[b & 15];
        }
    }

    /// The text collected but not written yet.
    String text() {
        return new String(buffer, 0, count, UTF_8);
    }

    /// Ends a line, and writes the collected lines if there are enough of them.
    void end() throws IOException {
        makeRoom(1);
        buffer[count++] = '\n';
        if (count >= WRITE_FROM) {
            write();
        }
    }

    /// Adds whole lines.
    void lines(ByteArrayOutputStream written) throws IOException {
        write();
        written.writeTo(out);
    }

    private void makeRoom(int length) {
        if (buffer.length - count < length) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, count + length));
        }
    }

    private void write() throws IOException {
        out.write(buffer, 0, count);
        count = 0;
    }

    @Override
    public void flush() throws IOException {
        write();
        out.flush();
    }
}
