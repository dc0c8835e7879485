package bloomward.server.api;

import bloomward.server.progress.Progress;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Tells a job how much of a file was read.
final class ReadProgress extends FilterInputStream {

    private static final long STEP_IN_BYTES = 1 << 16;

    private final long size;
    private long read;
    private long told;

    private ReadProgress(InputStream in, long size) {
        super(in);
        this.size = size;
    }

    static InputStream of(Path file) throws IOException {
        return new ReadProgress(Files.newInputStream(file), Files.size(file));
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        count(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        count(Math.max(0, count));
        return count;
    }

    private void count(int bytes) {
        read += bytes;
        if (read - told >= STEP_IN_BYTES || bytes == 0) {
            told = read;
            Progress.tell(read < size ? "reading" : "comparing", read < size ? read : 0, read < size ? size : 0);
        }
    }
}
