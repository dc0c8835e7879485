package bloomward.server.fetch;

import bloomward.server.fetch.FetchOutcome.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The body of an answer in the form that its head announces: in chunks, with a length, or up to the end of the connection.
/// Reading ends at its end or with an exception, never early.
final class AnswerBody {

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
    private static final Pattern CHUNK = Pattern.compile("([0-9A-Fa-f]{1,15}+)[ \t]*+(;.*+)?+");
    private static final int MAX_LINES = 64 * 1024;

    private final InputStream in;
    private final boolean isChunked;
    private final OptionalLong length;

    private AnswerBody(InputStream in, boolean isChunked, OptionalLong length) {
        this.in = in;
        this.isChunked = isChunked;
        this.length = length;
    }

    static AnswerBody of(HttpHeaders headers, InputStream in) throws FetchException {
        List<String> codings = headers.allValues("transfer-encoding");
        if (!codings.isEmpty()
                && !(codings.size() == 1 && codings.getFirst().toLowerCase(Locale.ROOT).equals("chunked"))) {
            throw new FetchException(Reason.BODY, "unexpected transfer coding " + codings);
        }
        List<String> lengths = headers.allValues("content-length").stream().distinct().toList();
        if (lengths.size() > 1 || !lengths.stream().allMatch(value -> NUMBER.matcher(value).matches())) {
            throw new FetchException(Reason.BODY, "Content-Length is not a number");
        }
        OptionalLong length = lengths.stream().mapToLong(Long::parseLong).findFirst();
        return new AnswerBody(in, !codings.isEmpty(), length);
    }

    /// The announced length, if any.
    OptionalLong length() {
        return isChunked ? OptionalLong.empty() : length;
    }

    void copyTo(BodyFile file) throws IOException {
        if (!isChunked) {
            copy(length.orElse(Long.MAX_VALUE), length.isPresent(), file);
            return;
        }
        int[] left = {MAX_LINES};
        for (long size = chunkSize(left); size > 0; size = chunkSize(left)) {
            copy(size, true, file);
            if (!AnswerHead.line(in, left).isEmpty()) {
                throw badChunk();
            }
            left[0] = MAX_LINES;
        }
        while (!AnswerHead.line(in, left).isEmpty()) { // trailers are ignored
        }
    }

    private long chunkSize(int[] left) throws IOException {
        var size = CHUNK.matcher(AnswerHead.line(in, left));
        if (!size.matches()) {
            throw badChunk();
        }
        return Long.parseLong(size.group(1), 16);
    }

    private static FetchException badChunk() {
        return new FetchException(Reason.BODY, "malformed chunks");
    }

    /// @param needsAll whether the connection may not end before so many bytes came
    private void copy(long count, boolean needsAll, BodyFile file) throws IOException {
        byte[] buffer = new byte[64 * 1024];
        for (long left = count; left > 0;) {
            int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (read < 0 && needsAll) {
                throw new EOFException("the connection ended within the body");
            }
            if (read < 0) {
                return;
            }
            file.write(buffer, read);
            left -= read;
        }
    }
}
