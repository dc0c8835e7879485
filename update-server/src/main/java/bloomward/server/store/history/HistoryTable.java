package bloomward.server.store.history;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Figures over time.
public interface HistoryTable {

    /// Versions published since a time whose sources nobody has counted yet, the newest first.
    List<Uncounted> uncounted(Instant since, int limit) throws IOException;

    /// @param change of the draft from which the version was made
    record Uncounted(long listId, long version, long change) {}

    /// Counts the entries of each source that a list has at a change; one walk over the list.
    Map<Long, Long> count(long listId, long atChange) throws IOException;

    /// Keeps what was counted.
    void keep(long listId, long version, Map<Long, Long> entriesBySource) throws IOException;

    /// The entries of each source at a version; empty while they are not counted.
    Map<Long, Long> sources(long listId, long version) throws IOException;

    void fetched(FetchRow fetch) throws IOException;

    /// Fetches since a time, the newest first.
    ///
    /// @param feed empty for all
    List<FetchRow> fetches(String feed, Instant since, int limit) throws IOException;

    /// A fetch of a feed.
    ///
    /// @param outcome changed, unchanged or failed
    /// @param detail the reason of a failure, otherwise empty
    record FetchRow(String feed, Instant at, String outcome, long lines, long accepted, long held, long rejected,
            long added, long removed, String detail) {}

    /// Adds to the sum of an hour.
    ///
    /// @param hour its beginning
    void add(Instant hour, String name, long amount) throws IOException;

    /// The sums of all hours since a time, in their order.
    List<HourRow> hours(Instant since) throws IOException;

    record HourRow(Instant hour, String name, long amount) {}

    /// Holds that came since a time, by days.
    List<DayCount> held(Instant since) throws IOException;

    /// Holds that people decided since a time, by days.
    List<DayCount> decided(Instant since) throws IOException;

    /// @param day since 1970, UTC
    record DayCount(long day, long count) {}

    /// Forgets everything before a time.
    ///
    /// @return how many rows
    long forget(Instant before) throws IOException;
}
