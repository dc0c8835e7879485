package bloomward.server.feed;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A stream that knows how many bytes were read from it.
final class CountedInput extends FilterInputStream {

    private long count;

    CountedInput(InputStream in) {
        super(in);
    }

    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        int one = super.read();
        count += one < 0 ? 0 : 1;
        return one;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int some = super.read(bytes, offset, length);
        count += Math.max(some, 0);
        return some;
    }

    @Override
    public long skip(long wanted) throws IOException {
        return wanted <= 0 || read() < 0 ? 0 : 1;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
