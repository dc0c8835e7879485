package bloomward.server.admin.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The answers about jobs.
public final class JobReports {

    private JobReports() {}

    public record JobsView(List<JobView> jobs) {}

    /// @param kind import, fetch, publish or rollback
    /// @param subject the list or feed, empty for all
    /// @param state running, done or failed
    /// @param step of the work while it runs
    /// @param of the whole of the step, 0 if unknown
    /// @param endedAt empty while it runs
    /// @param outcome the answer that the request would have had; null unless it is done
    /// @param problem the problem that it would have had; null unless it failed
    public record JobView(String id, String kind, String subject, String by, Instant beganAt, String endedAt,
            String state, String step, long done, long of, @JsonInclude @Nullable Object outcome,
            @JsonInclude @Nullable Object problem) {}
}
