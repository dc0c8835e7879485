package bloomward.server.serve;

import bloomward.server.admin.FeedAdmin;
import bloomward.server.admin.ListReports.ImportReport;
import bloomward.server.admin.Principal;
import bloomward.server.admin.Refusal;
import bloomward.server.admin.Role;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Fetches feeds beside each other, so that a slow one delays none of the others: each in a virtual thread of its own,
/// some at a time, and each feed once at a time. Its limits in time and speed are those of its definition.
final class FeedRounds implements AutoCloseable {

    static final String ACTOR = "feed:";
    /// A fetch that waits costs a socket and a small buffer. What is imported takes its turn at the store.
    static final int AT_ONCE = 16;

    private static final Logger LOG = LoggerFactory.getLogger(FeedRounds.class);
    private static final int STOP_SECONDS = 10;

    /// Takes the lists that feeds have changed.
    @FunctionalInterface
    interface Publishing {
        void publish(Set<String> lists) throws Exception;
    }

    private final FeedAdmin feeds;
    private final Publishing publishing;
    private final ExecutorService fetches = Executors
            .newThreadPerTaskExecutor(Thread.ofVirtual().name("feed-", 0).factory());
    private final Semaphore places = new Semaphore(AT_ONCE);
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private final Set<String> changed = ConcurrentHashMap.newKeySet();
    private final Object publisher = new Object();

    FeedRounds(FeedAdmin feeds, Publishing publishing) {
        this.feeds = feeds;
        this.publishing = publishing;
    }

    /// Begins to fetch what is due and not under way. Does not wait for any of it.
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
                fetch(feed);
            } finally {
                places.release();
            }
            publish();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
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
        ImportReport report = feeds.fetch(new Principal(ACTOR + feed, Role.EDITOR), feed);
        LOG.info("feed {}: {} lines, {} added, {} removed, held {}", feed, report.lines(), report.added(),
                report.removed(), report.held());
        if (report.added() > 0 || report.removed() > 0) {
            changed.add(report.list());
        }
    }

    /// One at a time; whoever waited finds nothing left if the one before took its list along.
    private void publish() throws Exception {
        synchronized (publisher) {
            Set<String> lists = new HashSet<>(changed);
            changed.removeAll(lists);
            if (!lists.isEmpty()) {
                publishing.publish(lists);
            }
        }
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
