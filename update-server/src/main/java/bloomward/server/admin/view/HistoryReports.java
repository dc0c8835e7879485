package bloomward.server.admin.view;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The answers about history, for plots.
public final class HistoryReports {

    private HistoryReports() {}

    /// @param versions the oldest first
    public record VersionHistory(int days, List<VersionPoint> versions) {}

    /// @param entries listed expressions
    /// @param sources entries of each source; empty while they are not counted. One expression can be of several sources.
    public record VersionPoint(String list, long version, long sequence, Instant at, long entries, long added,
            long removed, long packedBytes, List<SourcePoint> sources) {}

    public record SourcePoint(String source, long entries) {}

    /// @param fetches the newest first
    public record FetchHistory(int days, List<FetchPoint> fetches) {}

    /// @param outcome changed, unchanged or failed
    /// @param detail the reason of a failure
    public record FetchPoint(String feed, Instant at, String outcome, long lines, long accepted, long held,
            long rejected, long added, long removed, String detail) {}

    public record AgeHistory(int days, List<AgePoint> hours) {}

    /// The polls of one hour by the age of the data that they present.
    ///
    /// @param polls by class: current, 2h, 12h, 2d, older, unknown; a small class is left out, and counted in `few`
    /// @param few polls of small classes
    /// @param hidden whether the hour had so few polls that nothing is shown
    public record AgePoint(Instant hour, Map<String, Long> polls, long few, boolean hidden) {}

    public record HoldHistory(int days, List<HoldPoint> byDay) {}

    /// @param day such as `2026-11-19`, UTC
    public record HoldPoint(String day, long held, long decided) {}
}
