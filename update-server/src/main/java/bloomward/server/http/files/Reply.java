package bloomward.server.http.files;

import java.util.List;

/// The part of a payload to send, after evaluating the request's conditions and range in the order of RFC 9110, 13.2.2.
///
/// @param status 200, 206, 304, 412 or 416
/// @param offset of the first byte sent
/// @param length of the bytes sent, or of those that GET would send
record Reply(int status, long offset, long length) {

    /// The headers that decide, each empty if absent.
    ///
    /// @param range empty without `Range`, or with several
    record Asked(boolean get, List<String> ifMatch, List<String> ifNoneMatch, List<String> ifRange,
            List<String> range) {

        static final Asked PLAIN = new Asked(true, List.of(), List.of(), List.of(), List.of());
    }

    static Reply to(Asked asked, Payload payload) {
        long length = payload.length();
        if (!asked.ifMatch().isEmpty() && !EntityTags.matchStrongly(asked.ifMatch(), payload.etag())) {
            return new Reply(412, 0, 0);
        }
        if (!asked.ifNoneMatch().isEmpty() && EntityTags.matchWeakly(asked.ifNoneMatch(), payload.etag())) {
            return new Reply(304, 0, 0);
        }
        // A range is for GET only; a date in If-Range never matches, as nothing here has a date.
        if (!asked.get() || asked.range().size() != 1
                || (!asked.ifRange().isEmpty() && !asked.ifRange().equals(List.of(payload.etag())))) {
            return new Reply(200, 0, length);
        }
        return switch (ByteRange.of(asked.range().getFirst(), length)) {
            case ByteRange.Whole _ -> new Reply(200, 0, length);
            case ByteRange.Part(long offset, long count) -> new Reply(206, offset, count);
            case ByteRange.Unsatisfiable _ -> new Reply(416, 0, 0);
        };
    }
}
