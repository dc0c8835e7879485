package bloomward.server.feed;

/// The scope declared by a feed for its lines.
public enum FeedScope {

    /// A line without a path is a host, one with a path is a prefix, and a full URL in a format of exact URLs is exact.
    AUTO,
    /// Every line is a host. A line with a path is rejected, as its host alone would list far more.
    HOST,
    /// Every line is a prefix. One without a path is the same as its host.
    PREFIX,
    /// Every line is one page. One without a path is the root page.
    EXACT
}
