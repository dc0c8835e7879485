package bloomward.server.admin.view;

import java.util.List;
import java.util.Map;

/// The questions and answers about feeds.
public final class FeedReports {

    private FeedReports() {}

    /// @param definition TOML
    /// @param list where its entries go
    public record NewFeed(String definition, String list) {}

    /// Times are RFC 3339 or empty.
    ///
    /// @param nextFetch when it is fetched next; now, if it is due
    /// @param waiting the reason why changes of feeds in its list are not published automatically, empty if there is none
    public record FeedView(String name, String list, String url, boolean enabled, String lastAttempt,
            String lastSuccess, String lastChange, String nextFetch, int failures, String lastError, String licence,
            Map<String, Long> counts, String waiting) {}

    /// The contribution of each feed.
    ///
    /// @param days length of the period for what came and went
    public record FeedComparison(int days, List<FeedWorth> feeds) {}

    /// The contribution of one feed to the drafts. Times are RFC 3339 or empty.
    ///
    /// @param entries in the draft
    /// @param alone entries that no other source has, in any list
    /// @param shared entries in common with other sources, by `list/source`
    /// @param added expressions that came within the period; not those with which the feed began
    /// @param removed expressions that went within the period
    /// @param held expressions that wait for a person
    /// @param rejected expressions that a person rejected
    /// @param allowed entries that the allow list hides whole
    /// @param oldest when the oldest of its entries came
    /// @param median when half of its entries had come
    /// @param lastChange when a fetch last changed the draft
    public record FeedWorth(String name, String list, boolean enabled, long entries, long alone,
            Map<String, Long> shared, long added, long removed, long held, long rejected, long allowed, String oldest,
            String median, String lastChange) {}

    /// @param enabled whether it is fetched on its schedule
    public record FeedSettings(boolean enabled) {}

    /// A feed of which only the address is known; every other text may be empty.
    ///
    /// @param list that receives the entries; its category is the feed's unless one is given
    /// @param name guessed from the address where it is empty
    /// @param privateNetwork whether its server may be outside the public network
    public record FeedQuestion(String url, String list, String name, String category, String interval,
            boolean privateNetwork) {}

    /// A definition that nobody has added yet, and what one fetch of it brought.
    ///
    /// @param accepted lines
    /// @param rejected lines by reason
    /// @param examples of expressions
    public record FeedGuess(String definition, String format, long lines, long accepted, Map<String, Long> rejected,
            List<String> examples) {}
}
