package bloomward.agent.fetch;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import bloomward.agent.fetch.FetchException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// The file of a download, of which the beginning may exist already.
///
/// The request's thread writes; the waiting thread closes, and nothing is written after that, even if the request was
/// abandoned and is still running.
final class PartialFile implements Sink, AutoCloseable {

    private final Path path;
    private Optional<FileChannel> channel = Optional.empty();
    private long start;
    private boolean closed;

    PartialFile(Path path) {
        this.path = path;
    }

    /// The number of bytes from an earlier download.
    long size() throws FetchException {
        try {
            return Files.size(path);
        } catch (NoSuchFileException _) {
            return 0;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /// Continues after the first `size` bytes; the bytes beyond are discarded at the first write.
    void continueAt(long size) {
        start = size;
    }

    @Override
    public synchronized void write(byte[] bytes, int length) throws FetchException {
        try {
            FileChannel file = open();
            ByteBuffer rest = ByteBuffer.wrap(bytes, 0, length);
            while (rest.hasRemaining()) {
                file.write(rest);
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private FileChannel open() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        if (channel.isPresent()) {
            return channel.get();
        }
        FileChannel opened = FileChannel.open(path, CREATE, WRITE);
        channel = Optional.of(opened);
        return opened.truncate(start).position(start);
    }

    @Override
    public synchronized void close() throws FetchException {
        closed = true;
        if (channel.isPresent()) {
            try {
                channel.get().close();
            } catch (IOException e) {
                throw failed(e);
            }
        }
    }

    private FetchException failed(IOException e) {
        return new FetchException(Reason.NOT_WRITTEN, "cannot write " + path + ": " + e);
    }
}
