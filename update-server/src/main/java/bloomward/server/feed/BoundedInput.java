package bloomward.server.feed;

import bloomward.format.io.GzipMembers;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.LongSupplier;

/// A stream that fails beyond its limits: a small file can inflate to a thousand times its size, and take as long to
/// read. Time is looked at with each read, whose bytes cost little.
///
/// Both streams of a compressed list are bounded, as one bound does not imply the other: a file of headers alone never
/// inflates to a byte.
final class BoundedInput extends FilterInputStream {

    private final ListLimits limits;
    private final Optional<BoundedInput> compressed;
    private final LongSupplier nanos;
    private final long began;
    private long read;

    private BoundedInput(InputStream in, ListLimits limits, Optional<BoundedInput> compressed, LongSupplier nanos,
            long began) {
        super(in);
        this.limits = limits;
        this.compressed = compressed;
        this.nanos = nanos;
        this.began = began;
    }

    /// The bytes of a list as they arrive.
    ///
    /// @param nanos a clock that never goes back
    static BoundedInput of(InputStream in, ListLimits limits, LongSupplier nanos) {
        return new BoundedInput(in, limits, Optional.empty(), nanos, nanos.getAsLong());
    }

    /// The bytes that these inflate to.
    BoundedInput inflated() throws IOException {
        return new BoundedInput(new GzipMembers(this), limits, Optional.of(this), nanos, began);
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
        if (compressed.isPresent() && read > ListLimits.FREE_BYTES
                && read / limits.expansion() > compressed.get().read) {
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
