package bloomward.server.admin;

import bloomward.server.admin.view.RetentionReports.ListRetention;
import bloomward.server.admin.view.RetentionReports.RetentionReport;
import bloomward.server.admin.view.RetentionReports.RetentionRun;
import bloomward.server.draft.EntryRetention;
import bloomward.server.draft.EntryRetention.Kept;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/// Removed entries: what can be forgotten, and forgetting it. The log row is the work's own, so that a run that finds nothing
/// leaves none.
public final class RetentionAdmin {

    private static final int MOST_DAYS = 36_500;

    private final EntryRetention retention;
    private final Duration usual;
    private final Clock clock;

    /// @param usual time for which a version can be returned to after its replacement
    public RetentionAdmin(PublisherStore store, Duration usual, Clock clock) {
        this.retention = new EntryRetention(store);
        this.usual = usual;
        this.clock = clock;
    }

    /// The entries that a run would forget.
    ///
    /// @param days 0 for the usual time
    public RetentionReport look(int days) throws IOException, Refusal {
        Duration keep = keep(days);
        return report(keep, retention.look(clock.instant(), keep));
    }

    /// Forgets, and gives what is forgotten.
    public RetentionReport run(Principal who, RetentionRun run) throws IOException, Refusal {
        Duration keep = keep(run.days());
        return report(keep, retention.run(who.name(), clock.instant(), keep));
    }

    private Duration keep(int days) throws Refusal {
        if (days < 0 || days > MOST_DAYS) {
            throw Desk.bad("days: " + days + ", possible: 1 to " + MOST_DAYS + ", or 0 for the server's setting");
        }
        return days == 0 ? usual : Duration.ofDays(days);
    }

    private static RetentionReport report(Duration keep, List<Kept> lists) {
        return new RetentionReport((int) keep.toDays(), lists.stream()
                .map(kept -> new ListRetention(kept.list(), kept.oldestVersion(), kept.oldestKept(), kept.removable()))
                .toList());
    }
}
