package bloomward.server.admin;

import java.util.Map;

/// The questions and answers about feeds.
public final class FeedReports {

    private FeedReports() {}

    /// @param definition TOML
    /// @param list where its entries go
    public record NewFeed(String definition, String list) {}

    /// Times are RFC 3339 or empty.
    public record FeedView(String name, String list, String url, boolean enabled, String lastAttempt,
            String lastSuccess, String lastChange, String nextFetch, int failures, String lastError, String licence,
            Map<String, Long> counts) {}

    /// @param enabled whether it is fetched on its schedule
    public record FeedSettings(boolean enabled) {}
}
