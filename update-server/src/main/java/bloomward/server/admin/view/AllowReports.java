package bloomward.server.admin.view;

import java.time.Instant;
import java.util.List;

/// The questions and answers about allowed expressions.
public final class AllowReports {

    private AllowReports() {}

    /// @param list for which it is allowed, `*` for every list
    /// @param name of the group that it belongs to, empty for none
    /// @param expires empty for none
    /// @param held whether it waits for a person
    public record AllowView(String expression, String scope, String list, String name, String reason, String by,
            Instant at, String expires, boolean held) {}

    /// Allow entries of which some are shown, in the order of their expressions.
    ///
    /// @param total that fit the question
    /// @param next what the question for the next part names as `after`, empty at the end
    public record AllowPart(List<AllowView> allowed, long total, String next) {}

    /// URLs, hosts or expressions that people allow.
    ///
    /// @param scope auto, host, prefix or exact
    /// @param reason may be empty
    /// @param expires their end, empty for none; RFC 3339
    /// @param list for which they are allowed, empty or `*` for every list
    /// @param name of their group, empty for none
    public record AllowRequest(List<String> urls, String scope, String reason, String expires, String list,
            String name) {}

    /// Allow entries that are to go: those of the words or, without any, all with the name.
    ///
    /// @param scope auto, host, prefix or exact
    /// @param list only those for this list alone; `*` for every list; empty for both
    /// @param name only those of this group; may be empty where there are words
    public record AllowRemoval(List<String> urls, String scope, String reason, String list, String name) {}

    /// @param held details of expressions that would hide listed entries and wait for a person
    public record AllowReport(long added, List<String> held, long removed) {}

    /// The outcome of an import, or with `dryRun` what it would be.
    ///
    /// @param format as it was recognised
    /// @param lines that are neither blank nor comment
    /// @param outOfReach lines that mean more than an entry reaches
    public record AllowImportReport(String format, long lines, long accepted, long duplicates, long outOfReach,
            long added, List<String> held, boolean dryRun) {}
}
