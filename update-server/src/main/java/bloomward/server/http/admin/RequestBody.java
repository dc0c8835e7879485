package bloomward.server.http.admin;

import bloomward.server.http.HttpLimits;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;

/// A request's body, with an end and a pace: no more than its route takes, and no slower than the limits say. A sender
/// that says nothing at all is ended by the connection's idle time-out.
final class RequestBody extends FilterInputStream {

    private final long most;
    private final HttpLimits limits;
    private final LongSupplier nanos;
    private final long began;
    private long read;

    /// @param began when its sender was first asked for it
    RequestBody(InputStream in, long most, HttpLimits limits, LongSupplier nanos, long began) {
        super(in);
        this.most = most;
        this.limits = limits;
        this.nanos = nanos;
        this.began = began;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count;
        try {
            count = super.read(bytes, offset, length);
        } catch (IOException _) { // connection lost, or silent for too long
            throw new RefusedBodyException(400, "the body is incomplete");
        }
        if (count > 0) {
            read += count;
            check();
        }
        return count;
    }

    private void check() throws IOException {
        if (read > most) {
            throw new RefusedBodyException(413, "more than " + most + " bytes");
        }
        double late = (nanos.getAsLong() - began - limits.bodyGrace().toNanos()) / 1e9;
        if (late * limits.bodyBytesPerSecond() > read) {
            throw new RefusedBodyException(408, "slower than " + limits.bodyBytesPerSecond() + " bytes a second");
        }
    }

    @Override
    public long skip(long count) throws IOException {
        return count <= 0 || read() < 0 ? 0 : 1;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    /// A body that is not read to its end.
    static final class RefusedBodyException extends IOException {
        private static final long serialVersionUID = 1;

        private final int status;

        RefusedBodyException(int status, String detail) {
            super(detail);
            this.status = status;
        }

        int status() {
            return status;
        }
    }
}
