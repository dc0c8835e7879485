package bloomward.server.store.history;

import bloomward.format.Digest;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/// What people said of drafts besides approving them.
public interface ReviewTable {

    void add(ReviewRow row) throws IOException;

    /// The rows of a list from a time on, the oldest first.
    List<ReviewRow> since(long listId, Instant time) throws IOException;

    /// The kinds of words.
    enum Kind {
        /// Somebody asks for an approval.
        REQUEST,
        /// Somebody does not approve.
        DECLINE
    }

    /// @param draft digest of the draft that was meant
    /// @param note for people; may be empty
    record ReviewRow(long listId, Digest draft, Kind kind, String actor, Instant at, String note) {}
}
