package bloomward.server.http.report;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;

/// Reads a small body to its end within a time. A silent sender is ended by the connection's idle time-out.
final class BodyReader {

    private BodyReader() {}

    /// @param most in bytes
    static byte[] read(InputStream in, int most, Duration time, LongSupplier nanos) throws RefusedReportException {
        byte[] body = new byte[most + 1];
        int length = 0;
        long began = nanos.getAsLong();
        while (true) {
            int count = more(in, body, length);
            if (count < 0) {
                return Arrays.copyOf(body, length);
            }
            length += count;
            if (length > most) {
                throw new RefusedReportException(413, "more than " + most + " bytes");
            }
            if (nanos.getAsLong() - began > time.toNanos()) {
                throw new RefusedReportException(408, "the body takes too long");
            }
        }
    }

    private static int more(InputStream in, byte[] body, int length) throws RefusedReportException {
        try {
            return in.read(body, length, body.length - length);
        } catch (IOException _) { // connection lost, or silent for too long
            throw new RefusedReportException(400, "the body is incomplete");
        }
    }
}
