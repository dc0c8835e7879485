package bloomward.server.event;

import bloomward.server.admin.Principal;
import bloomward.server.admin.Role;
import bloomward.server.job.JobState;
import bloomward.server.job.JobWords;
import bloomward.server.job.Jobs;
import bloomward.server.store.AuditLog.AuditRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.ReportKind;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// The streams of events. Each runs on the thread of its request and looks once a second; the store is asked once for all of
/// them. Safe for all threads.
public final class Events implements AutoCloseable {

    /// Below the time after which proxies give up a silent connection.
    private static final Duration BEAT = Duration.ofSeconds(15);
    private static final long LOOK_IN_MILLIS = 1000;
    private static final int MOST_OF_ONE = 8;
    private static final int MOST = 64;
    private static final int MOST_ROWS = 100;
    /// Actions whose subjects only those who may read the audit log see.
    private static final Set<String> SECRET = Set.of("token", "root", "console", "keys");

    private final PublisherStore store;
    private final Jobs jobs;
    private final LongSupplier nanos;
    private final CountDownLatch closed = new CountDownLatch(1);
    /// Streams by name of their token. Guarded by the object's lock, like all below it.
    private final Map<String, Integer> open = new HashMap<>();
    private Newest newest = new Newest(0, 0);
    private long looked;
    private boolean isKnown;

    /// @param nanos a clock that never goes back
    public Events(PublisherStore store, Jobs jobs, LongSupplier nanos) {
        this.store = store;
        this.jobs = jobs;
        this.nanos = nanos;
    }

    /// The news of all streams.
    ///
    /// @param audit number of the newest row
    /// @param reports that are open
    private record Newest(long audit, long reports) {}

    /// The data of the first event.
    record Hello(long audit) {}

    /// @param subject empty where the receiver may not know it
    record Row(long number, String action, String subject, String actor) {}

    record Reports(long open) {}

    record JobNews(String id, String kind, String subject, String state, String step, long done, long of) {}

    record Nothing() {}

    /// A place for one stream, taken before anything is answered.
    public final class Seat implements AutoCloseable {

        private final Principal who;

        private Seat(Principal who) {
            this.who = who;
        }

        /// Sends events until the receiver is gone, is not admitted any more, or the server stops.
        ///
        /// @param seen the last row that the receiver has
        public void run(OptionalLong seen, BooleanSupplier isAdmitted, EventSink sink) throws IOException {
            new Stream(who, isAdmitted, sink).run(seen);
        }

        @Override
        public void close() {
            leave(who);
        }
    }

    /// Takes a place, to be closed by the caller.
    public synchronized Seat take(Principal who) throws TooManyStreamsException {
        int own = open.getOrDefault(who.name(), 0);
        int all = open.values().stream().mapToInt(Integer::intValue).sum();
        if (closed.getCount() == 0 || own >= MOST_OF_ONE || all >= MOST) {
            throw new TooManyStreamsException();
        }
        open.put(who.name(), own + 1);
        return new Seat(who);
    }

    private synchronized void leave(Principal who) {
        open.computeIfPresent(who.name(), (_, count) -> count > 1 ? count - 1 : null);
    }

    private synchronized Newest look() throws IOException {
        long now = nanos.getAsLong();
        if (!isKnown || now - looked >= Duration.ofMillis(LOOK_IN_MILLIS).toNanos()) {
            newest = store.read(tables -> new Newest(
                    tables.audit().newest(1).stream().mapToLong(AuditRow::number).findFirst().orElse(0),
                    tables.reports().countOpen(ReportKind.WRONG) + tables.reports().countOpen(ReportKind.MISSED)));
            looked = now;
            isKnown = true;
        }
        return newest;
    }

    /// Waits for the next look.
    ///
    /// @return whether to go on
    private boolean await() {
        try {
            return !closed.await(LOOK_IN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// Ends all streams.
    @Override
    public void close() {
        closed.countDown();
    }

    private final class Stream {

        private final Principal who;
        private final BooleanSupplier isAdmitted;
        private final EventSink sink;
        private final Map<String, JobNews> told = new HashMap<>();
        private long audit;
        private long reports;

        Stream(Principal who, BooleanSupplier isAdmitted, EventSink sink) {
            this.who = who;
            this.isAdmitted = isAdmitted;
            this.sink = sink;
        }

        void run(OptionalLong seen) throws IOException {
            Newest first = look();
            audit = first.audit();
            reports = first.reports();
            sink.event("hello", OptionalLong.of(audit), new Hello(audit));
            if (seen.isPresent() && seen.getAsLong() < audit) {
                missed(seen.getAsLong());
            }
            jobs.of(who).stream().filter(job -> !job.isRunning()).forEach(job -> told.put(job.id(), news(job)));
            long said = nanos.getAsLong();
            do {
                boolean isAny = news();
                long now = nanos.getAsLong();
                if (!isAny && now - said >= BEAT.toNanos()) {
                    sink.beat();
                    isAny = true;
                }
                said = isAny ? now : said;
            } while (await() && isAdmitted.getAsBoolean());
        }

        private void missed(long seen) throws IOException {
            if (audit - seen > MOST_ROWS) {
                sink.event("reset", OptionalLong.empty(), new Nothing());
            } else {
                rows(seen);
            }
        }

        private boolean news() throws IOException {
            Newest now = look();
            boolean isAny = jobs();
            if (now.audit() > audit) {
                if (now.audit() - audit > MOST_ROWS) {
                    sink.event("reset", OptionalLong.of(now.audit()), new Nothing());
                } else {
                    rows(audit);
                }
                audit = now.audit();
                isAny = true;
            }
            if (now.reports() != reports) {
                reports = now.reports();
                sink.event("reports", OptionalLong.empty(), new Reports(reports));
                isAny = true;
            }
            return isAny;
        }

        private void rows(long behind) throws IOException {
            List<AuditRow> rows = store.read(tables -> tables.audit().from(behind + 1, MOST_ROWS));
            for (AuditRow row : rows) {
                boolean isShown = who.role().includes(Role.REVIEWER) || !SECRET.contains(row.action().split(" ", 2)[0]);
                sink.event("audit", OptionalLong.of(row.number()),
                        new Row(row.number(), row.action(), isShown ? row.subject() : "", isShown ? row.actor() : ""));
                audit = Math.max(audit, row.number());
            }
        }

        private boolean jobs() throws IOException {
            boolean isAny = false;
            for (JobState job : jobs.of(who).reversed()) {
                JobNews news = news(job);
                if (!news.equals(told.put(job.id(), news))) {
                    sink.event("job", OptionalLong.empty(), news);
                    isAny = true;
                }
            }
            return isAny;
        }

        private static JobNews news(JobState job) {
            return new JobNews(job.id(), job.kind(), job.subject(), JobWords.state(job), job.step(), job.done(),
                    job.of());
        }
    }
}
