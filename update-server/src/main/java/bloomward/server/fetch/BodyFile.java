package bloomward.server.fetch;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import bloomward.server.fetch.FetchOutcome.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/// Writes an arriving body to a file, up to a limit.
///
/// One thread writes; the waiting thread watches the number of bytes and closes the file when it gives up, after which
/// nothing more is written.
final class BodyFile implements AutoCloseable {

    private final FileChannel file;
    private final long maxBytes;
    private volatile long received;

    BodyFile(Path path, long maxBytes) throws FetchException {
        try {
            file = FileChannel.open(path, CREATE, TRUNCATE_EXISTING, WRITE);
        } catch (IOException e) {
            throw new FetchException(Reason.STORAGE, "cannot write " + path + ": " + e);
        }
        this.maxBytes = maxBytes;
    }

    /// The number of bytes received so far.
    long received() {
        return received;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread writes
    void write(byte[] bytes, int length) throws FetchException {
        if (length > maxBytes - received) {
            throw new FetchException(Reason.TOO_LARGE, "more than " + maxBytes + " bytes");
        }
        try {
            ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
            while (buffer.hasRemaining()) {
                file.write(buffer);
            }
        } catch (IOException e) {
            throw new FetchException(Reason.STORAGE, "cannot write: " + e);
        }
        received += length;
    }

    /// Forces the received bytes to the disk.
    void sync() throws FetchException {
        try {
            file.force(true);
        } catch (IOException e) {
            throw new FetchException(Reason.STORAGE, "cannot write: " + e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
