package bloomward.server.http.console;

import io.javalin.http.Context;
import java.util.Locale;
import java.util.Optional;

/// One file of the console.
public final class ConsoleFile {

    private final String mediaType;
    private final String digest;
    private final byte[] bytes;
    private final Optional<byte[]> compressed;

    /// @param digest of the bytes, in hex
    ConsoleFile(String mediaType, String digest, byte[] bytes, Optional<byte[]> compressed) {
        this.mediaType = mediaType;
        this.digest = digest;
        this.bytes = bytes;
        this.compressed = compressed;
    }

    /// Answers with the file, or says that the browser's copy is still the same.
    public void answer(Context context) {
        boolean isCompressed = compressed.isPresent() && takesGzip(context);
        String etag = '"' + digest + (isCompressed ? "-gz\"" : "\"");
        context.header("ETag", etag).header("Cache-Control", "no-cache").header("Vary", "Accept-Encoding");
        String known = context.header("If-None-Match");
        if (known != null && known.contains(etag)) {
            context.status(304);
            return;
        }
        if (isCompressed) {
            context.header("Content-Encoding", "gzip");
        }
        context.contentType(mediaType).result(isCompressed ? compressed.orElseThrow() : bytes);
    }

    /// A browser says `gzip, deflate, br`; a weight of zero is an odd way of refusing, so it gets the plain bytes.
    private static boolean takesGzip(Context context) {
        String header = context.header("Accept-Encoding");
        return header != null && header.toLowerCase(Locale.ROOT).contains("gzip") && !header.contains("q=0");
    }
}
