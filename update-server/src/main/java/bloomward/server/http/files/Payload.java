package bloomward.server.http.files;

import bloomward.server.http.CacheRule;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Bytes to serve, in one or several parts: a signed filter is its file, its note and its trailer.
///
/// A part is an array in memory or a mapped file, and is only read. A mapping must stay until the last answer from it
/// is sent; as answers are not counted, use an automatic arena, or close one only long after the payload was last
/// found.
///
/// @param etag strong, with its quotes; equal for equal bytes only
public record Payload(List<MemorySegment> parts, String etag, CacheRule cache, String mediaType) {

    /// Signed notes, which people can read as text.
    public static final String NOTE = "text/plain; charset=utf-8";
    /// Everything else.
    public static final String BYTES = "application/octet-stream";

    public Payload {
        parts = List.copyOf(parts);
        if (!etag.matches("\"[\\x21\\x23-\\x7e]+\"")) {
            throw new IllegalArgumentException("not a strong entity tag: " + etag);
        }
    }

    /// A payload of one array, which must not change afterwards.
    public static Payload of(byte[] bytes, String etag, CacheRule cache, String mediaType) {
        return new Payload(List.of(MemorySegment.ofArray(bytes)), etag, cache, mediaType);
    }

    public long length() {
        long length = 0;
        for (MemorySegment part : parts) {
            length += part.byteSize();
        }
        return length;
    }
}
