package bloomward.server.store;

/// What kind of source.
public enum SourceKind {
    /// Entries that people add and remove one by one.
    PEOPLE,
    /// Files that somebody imports.
    IMPORT,
    /// Fetched on a schedule.
    FEED
}
