package bloomward.server.admin.view;

import java.util.List;

/// The questions and answers about removed entries and how long they are kept.
public final class RetentionReports {

    private RetentionReports() {}

    /// @param days time for which a version can be returned to after its replacement; 0 for the server's setting
    public record RetentionRun(int days) {}

    /// @param days time for which a version can be returned to after its replacement
    public record RetentionReport(int days, List<ListRetention> lists) {}

    /// @param oldestVersion the oldest version that the list could be returned to before, 0 if nothing was published
    /// @param oldestKept the oldest one that stays
    /// @param removable removed entries that no version from `oldestKept` on has
    public record ListRetention(String name, long oldestVersion, long oldestKept, long removable) {}
}
