package bloomward.server.store;

/// The kinds of sources.
public enum SourceKind {
    /// Entries that people add and remove one by one.
    PEOPLE,
    /// Imported files.
    IMPORT,
    /// Fetched on a schedule.
    FEED
}
