package bloomward.server.fetch;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import bloomward.server.fetch.FetchOutcome.Reason;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/// Writes an arriving body to a file, up to a limit. Its result is the number of bytes, which are on the disk by then.
///
/// The client's threads deliver the bytes; the waiting thread watches their number and closes the file when it gives
/// up, after which nothing more is written.
final class BodyFile implements BodySubscriber<Long>, AutoCloseable {

    private final FileChannel file;
    private final long maxBytes;
    private final CompletableFuture<Long> whole = new CompletableFuture<>();
    private Optional<Subscription> source = Optional.empty();
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

    @Override
    public CompletionStage<Long> getBody() {
        return whole;
    }

    @Override
    public synchronized void onSubscribe(Subscription subscription) {
        source = Optional.of(subscription);
        subscription.request(1);
    }

    @Override
    public synchronized void onNext(List<ByteBuffer> buffers) {
        long length = buffers.stream().mapToLong(ByteBuffer::remaining).sum();
        if (length > maxBytes - received) {
            fail(new FetchException(Reason.TOO_LARGE, "more than " + maxBytes + " bytes"));
            return;
        }
        try {
            for (ByteBuffer buffer : buffers) {
                while (buffer.hasRemaining()) {
                    file.write(buffer);
                }
            }
        } catch (IOException e) {
            fail(new FetchException(Reason.STORAGE, "cannot write: " + e));
            return;
        }
        received += length;
        source.ifPresent(subscription -> subscription.request(1));
    }

    @Override
    public synchronized void onError(Throwable problem) {
        whole.completeExceptionally(problem);
    }

    @Override
    public synchronized void onComplete() {
        try {
            file.force(true);
        } catch (IOException e) {
            fail(new FetchException(Reason.STORAGE, "cannot write: " + e));
            return;
        }
        whole.complete(received);
    }

    private void fail(FetchException problem) {
        source.ifPresent(Subscription::cancel);
        whole.completeExceptionally(problem);
    }

    @Override
    public synchronized void close() throws IOException {
        source.ifPresent(Subscription::cancel);
        file.close();
    }
}
