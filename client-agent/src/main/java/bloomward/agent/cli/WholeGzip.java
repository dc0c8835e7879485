package bloomward.agent.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// Reads all members of a gzip file and refuses one with anything else behind them.
///
/// The JDK's stream takes what does not begin like a member for the end, and so loses the rest of a damaged file
/// silently.
final class WholeGzip extends GZIPInputStream {

    private static final int BUFFER_IN_BYTES = 1 << 16;
    private static final int TRAILER_IN_BYTES = 8;

    private boolean ended;

    WholeGzip(InputStream in) throws IOException {
        super(in, BUFFER_IN_BYTES);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        if (count < 0 && !ended) {
            ended = true;
            if (inf.getRemaining() > TRAILER_IN_BYTES || in.read() >= 0) {
                throw new ZipException("gzip: what follows the last member is no gzip");
            }
        }
        return count;
    }
}
