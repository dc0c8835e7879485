package bloomward.program.terminal;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Buffered standard output that distinguishes a closed pipe from an error.
public final class Output extends FilterOutputStream {

    private static final int BUFFER_IN_BYTES = 64 * 1024;

    public Output(OutputStream out) {
        super(new BufferedOutputStream(out, BUFFER_IN_BYTES));
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            throw closedOr(e);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            throw closedOr(e);
        }
    }

    /// Flushes; standard output itself stays open.
    @Override
    public void close() throws IOException {
        flush();
    }

    private static IOException closedOr(IOException e) {
        return "Broken pipe".equals(e.getMessage()) ? new OutputClosedException(e) : e;
    }
}
