package bloomward.server.admin.view;

import java.time.Instant;
import java.util.List;

/// The answers about allowed expressions.
public final class AllowReports {

    private AllowReports() {}

    public record AllowView(String expression, String scope, String reason, String by, Instant at, String expires,
            boolean held) {}

    /// @param held details of expressions that would hide listed entries and wait for a person
    public record AllowReport(long added, List<String> held, long removed) {}
}
