package bloomward.server.http.files;

import bloomward.format.wire.PublicPath;
import java.util.List;

/// The content of the public side: a view of one immutable snapshot, which the publisher swaps.
///
/// Called for every request, by many threads at once, so it neither locks nor waits, but for what is not here.
public interface PublicFiles {

    Answer find(PublicPath path);

    /// Whether nothing newer is known than what is served, and that has not expired.
    boolean isNewest();

    /// Called for each answered GET of `latest`, with its `If-None-Match`: a poll. Nothing else is known of the asker.
    ///
    /// @param presented empty without the header
    default void polled(List<String> presented) {}
}
