package bloomward.server.report;

import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Forgets reports. The texts of a decided one are erased first; its state stays a while longer, for an agent that has not
/// asked yet.
public final class ReportRetention {

    /// Time for which an open report waits for a person, after it came for the last time.
    public static final Duration OPEN = Duration.ofDays(90);
    /// Time for which URL and comment stay after the decision.
    public static final Duration TEXT = Duration.ofDays(30);
    /// Time for which the rest stays after the decision.
    public static final Duration DECIDED = Duration.ofDays(90);

    private static final Logger LOG = LoggerFactory.getLogger(ReportRetention.class);

    private ReportRetention() {}

    /// Forgets what is due.
    public static void tidy(PublisherStore store, Instant now) throws IOException {
        store.<Boolean, IOException>write(tables -> {
            long erased = tables.reports().erase(now.minus(TEXT));
            long removed = tables.reports().remove(now.minus(OPEN), now.minus(DECIDED));
            if (erased + removed > 0) {
                LOG.info("reports: texts of {} erased, {} removed", erased, removed);
            }
            return true;
        });
    }
}
