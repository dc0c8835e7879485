package bloomward.server.http;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;

/// Sends a range of parts in pieces, each once the one before is taken. No thread waits and only the kernel copies
/// bytes, so a slow reader costs a socket and this object.
public final class PartsWriter extends IteratingCallback {

    /// Size of one piece of a mapped file; the kernel takes as much as it has room for.
    private static final long PIECE = 8 << 20;
    /// Size of one piece of an array, which the JDK first copies outside the heap, and again after each partial write.
    private static final long HEAP_PIECE = 64 << 10;

    private final Response response;
    private final Callback callback;
    private final Deque<MemorySegment> pieces = new ArrayDeque<>();

    private PartsWriter(Response response, Callback callback) {
        this.response = response;
        this.callback = callback;
    }

    /// Writes some bytes of the parts, and completes the answer.
    ///
    /// @param offset of the first byte in all parts together
    public static void write(Response response, List<MemorySegment> parts, long offset, long length,
            Callback callback) {
        PartsWriter writer = new PartsWriter(response, callback);
        writer.cut(parts, offset, offset + length);
        writer.iterate();
    }

    private void cut(List<MemorySegment> parts, long from, long to) {
        long start = 0;
        for (MemorySegment part : parts) {
            long end = start + part.byteSize();
            long piece = part.isNative() ? PIECE : HEAP_PIECE;
            for (long at = Math.max(from, start); at < Math.min(to, end); at += piece) {
                pieces.add(part.asSlice(at - start, Math.min(piece, Math.min(to, end) - at)));
            }
            start = end;
        }
    }

    @Override
    protected Action process() {
        MemorySegment piece = pieces.poll();
        if (piece == null && response.isCommitted()) {
            return Action.SUCCEEDED;
        }
        response.write(pieces.isEmpty(), piece == null ? BufferUtil.EMPTY_BUFFER : piece.asByteBuffer(), this);
        return Action.SCHEDULED;
    }

    @Override
    protected void onCompleteSuccess() {
        callback.succeeded();
    }

    @Override
    protected void onCompleteFailure(Throwable cause) {
        callback.failed(cause);
    }

    @Override
    public InvocationType getInvocationType() {
        return callback.getInvocationType();
    }
}
