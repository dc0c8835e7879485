package bloomward.server.serve;

import bloomward.server.admin.FeedAdmin;
import bloomward.server.admin.Principal;
import bloomward.server.admin.Refusal;
import bloomward.server.admin.Role;
import bloomward.server.admin.view.ListReports.ImportReport;
import bloomward.server.cluster.Lead;
import bloomward.server.draft.Persons;
import bloomward.server.store.cluster.NotLeadingException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Fetches feeds in parallel, so that a slow one delays none of the others: each in a virtual thread of its own, a limited
/// number at a time, and each feed once at a time. Its definition limits its time and speed.
final class FeedRounds implements AutoCloseable {

    /// A waiting fetch costs a socket and a small buffer. Imports take turns at the store.
    static final int AT_ONCE = 16;

    private static final Logger LOG = LoggerFactory.getLogger(FeedRounds.class);
    private static final int STOP_SECONDS = 10;

    /// Publishes what feeds have changed.
    @FunctionalInterface
    interface Changes {
        void publish() throws Exception;
    }

    private final FeedAdmin feeds;
    private final Changes changes;
    private final Lead lead;
    private final ExecutorService fetches = Executors
            .newThreadPerTaskExecutor(Thread.ofVirtual().name("feed-", 0).factory());
    private final Semaphore places = new Semaphore(AT_ONCE);
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    /// @param lead of the server that fetches
    FeedRounds(FeedAdmin feeds, Changes changes, Lead lead) {
        this.lead = lead;
        this.feeds = feeds;
        this.changes = changes;
    }

    /// Starts to fetch the feeds that are due and not under way. Waits for none of them.
    void begin() throws IOException, Refusal {
        for (String feed : feeds.due()) {
            if (underWay.add(feed)) {
                fetches.execute(() -> run(feed));
            }
        }
    }

    private void run(String feed) {
        try {
            places.acquire();
            try {
                lead.<Exception>run(() -> fetch(feed));
            } finally {
                places.release();
            }
            lead.<Exception>run(changes::publish);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (NotLeadingException e) {
            LOG.info("feed {}: {}", feed, e.getMessage());
        } catch (Refusal e) {
            LOG.warn("feed {}: {}", feed, e.getMessage());
        } catch (Exception e) {
            if (fetches.isShutdown()) {
                LOG.info("feed {}: ended, as the server stops ({})", feed, e.toString());
            } else {
                LOG.error("feed {}: {}", feed, e.getMessage(), e);
            }
        } finally {
            underWay.remove(feed);
        }
    }

    private void fetch(String feed) throws IOException, Refusal, InterruptedException {
        ImportReport report = feeds.fetch(new Principal(Persons.FEED + feed, Role.EDITOR), feed);
        LOG.info("feed {}: {} lines, {} added, {} removed, held {}", feed, report.lines(), report.added(),
                report.removed(), report.held());
    }

    @Override
    public void close() {
        fetches.shutdownNow();
        boolean isQuiet = false;
        try {
            isQuiet = fetches.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        if (!isQuiet) {
            LOG.warn("a feed is still being fetched");
        }
    }
}
