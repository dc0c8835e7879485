package bloomward.server.store;

import java.time.Instant;
import java.util.Optional;

/// A report, which several people may have sent.
///
/// @param text of the first one; the comment is the first that is not empty
/// @param at when the first one came
/// @param lastAt when the last one came
/// @param count of those that came
/// @param hold that an acceptance waits for, 0 if none
/// @param publishedAt when all its changes were published, of an accepted one
public record ReportRow(long id, ReportText text, Instant at, Instant lastAt, long count, ReportState state, long hold,
        Optional<Decision> decision, Optional<Instant> publishedAt) {

    /// The decision of a person.
    public record Decision(String by, Instant at, String reason) {}
}
