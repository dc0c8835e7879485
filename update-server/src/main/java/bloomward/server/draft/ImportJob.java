package bloomward.server.draft;

import bloomward.format.confirm.Category;
import bloomward.server.feed.FeedFormat;
import bloomward.server.feed.FeedScope;
import bloomward.server.guard.FeedChange;
import bloomward.server.store.SourceKind;
import java.time.Instant;
import java.util.Optional;

/// What is to be imported, and how.
///
/// @param source made when the list has none of this name yet
/// @param kind of a source that is made
/// @param category of a source that is made
/// @param format empty to recognise it
/// @param replace whether what the source no longer lists is removed
/// @param expires when what is imported ends by itself
/// @param reason noted with each entry
/// @param limits of how much a source may change that is replaced
public record ImportJob(String source, SourceKind kind, Optional<Category> category, FeedScope scope,
        Optional<FeedFormat> format, boolean replace, Optional<Instant> expires, Optional<String> reason, String actor,
        FeedChange.Limits limits) {

    /// With the usual limits.
    public ImportJob(String source, SourceKind kind, Optional<Category> category, FeedScope scope,
            Optional<FeedFormat> format, boolean replace, Optional<Instant> expires, Optional<String> reason,
            String actor) {
        this(source, kind, category, scope, format, replace, expires, reason, actor, FeedChange.Limits.DEFAULT);
    }

    /// The same, in a format that was not recognised at first.
    ImportJob as(FeedFormat other) {
        return new ImportJob(source, kind, category, scope, Optional.of(other), replace, expires, reason, actor,
                limits);
    }
}
