package bloomward.server.feed;

/// The scope that a feed declares for its lines.
public enum FeedScope {

    /// A line without a path is a host, a line with one a prefix, a full URL in a format of exact URLs is exact.
    AUTO,
    /// Every line is a host. A line with a path is rejected: taking it for its host would list all of that host.
    HOST,
    /// Every line is a prefix. One without a path is the same as its host.
    PREFIX,
    /// Every line is one page. One without a path is the root page.
    EXACT
}
