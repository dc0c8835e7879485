package bloomward.server.draft;

import bloomward.format.confirm.Category;
import bloomward.server.feed.FeedScope;
import bloomward.server.feed.syntax.FeedFormat;
import bloomward.server.guard.FeedChange;
import bloomward.server.store.SourceKind;
import java.time.Instant;
import java.util.Optional;

/// The terms of an import.
///
/// @param source made when the list has none of this name yet
/// @param kind of a source that is made
/// @param category of a source that is made
/// @param format empty to recognise it
/// @param replace whether entries that the source no longer lists are removed
/// @param expires the end of the imported entries
/// @param reason noted with each entry
/// @param limits on the change of a source that is replaced
public record ImportJob(String source, SourceKind kind, Optional<Category> category, FeedScope scope,
        Optional<FeedFormat> format, boolean replace, Optional<Instant> expires, Optional<String> reason, String actor,
        FeedChange.Limits limits) {

    /// With the usual limits.
    public ImportJob(String source, SourceKind kind, Optional<Category> category, FeedScope scope,
            Optional<FeedFormat> format, boolean replace, Optional<Instant> expires, Optional<String> reason,
            String actor) {
        this(source, kind, category, scope, format, replace, expires, reason, actor, FeedChange.Limits.DEFAULT);
    }
}
