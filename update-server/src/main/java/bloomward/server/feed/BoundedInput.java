package bloomward.server.feed;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A stream that fails beyond a number of bytes; a small file can inflate to a thousand times its size.
final class BoundedInput extends FilterInputStream {

    private final long limit;
    private long left;

    BoundedInput(InputStream in, long limit) {
        super(in);
        this.limit = limit;
        this.left = limit;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        if (count > left) {
            throw new UnusableListException(ListOutcome.Reason.TOO_LARGE, "longer than " + limit + " bytes");
        }
        left -= Math.max(count, 0);
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        return count <= 0 || read() < 0 ? 0 : 1;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
