package bloomward.agent.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// Reads all members of a gzip file and refuses one with anything else behind them.
///
/// The JDK's stream takes what does not begin like a member for the end, and so loses the rest of a damaged file silently.
/// Behind the last member it has taken its trailer, from what is left of its buffer and then from the source; a byte more
/// from either is a byte that it did not understand.
final class WholeGzip extends GZIPInputStream {

    private static final int BUFFER_IN_BYTES = 1 << 16;
    private static final int TRAILER_IN_BYTES = 8;

    private final Source source;
    private boolean ended;

    WholeGzip(InputStream in) throws IOException {
        this(new Source(in));
    }

    private WholeGzip(Source source) throws IOException {
        super(source, BUFFER_IN_BYTES);
        this.source = source;
    }

    @Override
    protected void fill() throws IOException {
        super.fill();
        source.takenSinceFill = 0;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        if (count < 0 && !ended) {
            ended = true;
            if (inf.getRemaining() + source.takenSinceFill > TRAILER_IN_BYTES) {
                throw new ZipException("gzip: what follows the last member is no gzip");
            }
        }
        return count;
    }

    private static final class Source extends FilterInputStream {

        private long takenSinceFill;

        Source(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            takenSinceFill += b < 0 ? 0 : 1;
            return b;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            takenSinceFill += Math.max(0, count);
            return count;
        }
    }
}
