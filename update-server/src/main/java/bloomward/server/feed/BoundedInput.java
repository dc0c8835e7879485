package bloomward.server.feed;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;

/// A stream that fails beyond its limits: a small file can inflate to a thousand times its size, and take as long to
/// read. Time is looked at with each read, whose bytes cost little.
final class BoundedInput extends FilterInputStream {

    private final ListLimits limits;
    private final LongSupplier compressed;
    private final LongSupplier nanos;
    private final long began;
    private long read;

    /// @param compressed how many bytes the bytes read so far were made from
    /// @param nanos a clock that never goes back
    BoundedInput(InputStream in, ListLimits limits, LongSupplier compressed, LongSupplier nanos) {
        super(in);
        this.limits = limits;
        this.compressed = compressed;
        this.nanos = nanos;
        this.began = nanos.getAsLong();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        read += Math.max(count, 0);
        if (read > limits.bytes()) {
            throw tooLarge("longer than " + limits.bytes() + " bytes, the limit import-max-bytes");
        }
        if (read > ListLimits.FREE_BYTES && read / limits.expansion() > compressed.getAsLong()) {
            throw tooLarge("inflates to more than " + limits.expansion()
                    + " times its compressed size, the limit import-max-expansion");
        }
        if (nanos.getAsLong() - began > limits.time().toNanos()) {
            throw tooLarge("takes longer than " + limits.time().toSeconds()
                    + " seconds to read, the limit import-max-seconds");
        }
        return count;
    }

    private static UnusableListException tooLarge(String what) {
        return new UnusableListException(ListOutcome.Reason.TOO_LARGE, what);
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
