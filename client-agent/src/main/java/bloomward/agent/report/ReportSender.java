package bloomward.agent.report;

import bloomward.agent.fetch.Endpoint;
import bloomward.agent.report.ReportServer.Saying;
import bloomward.format.wire.ReportNumber;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Sends reports, and asks what became of them. One thread; [#wake] is safe for all.
///
/// A report is sent at once. After a failure, all wait for a time that doubles up to an hour, anywhere in its upper half, or for
/// the time that the server asked for. A state is asked for an hour later, and then at ever longer intervals up to a day,
/// each more or less 15 %, until it is final. After 90 days a report is forgotten, sent or not.
public final class ReportSender {

    static final Duration MAX_AGE = Duration.ofDays(90);
    static final Duration FIRST_BACKOFF = Duration.ofMinutes(1);
    static final Duration MAX_BACKOFF = Duration.ofHours(1);
    static final Duration FIRST_QUESTION = Duration.ofHours(1);
    static final Duration MAX_INTERVAL = Duration.ofDays(1);

    private static final Duration IDLE = Duration.ofHours(1);
    private static final int MAX_DOUBLINGS = 10;
    private static final double JITTER = 0.15;

    private final ReportQueue queue;
    private final ReportServer server;
    private final Supplier<Optional<Publication>> publication;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final RandomGenerator random;
    private final Semaphore wanted = new Semaphore(0);
    private final Map<ReportNumber, Question> questions = new HashMap<>();
    private int failures;
    private long notBefore;

    /// @param at when the state is asked for
    /// @param interval until then, without the jitter
    private record Question(long at, Duration interval) {}

    /// @param publication the one that is trusted now
    /// @param nanoTime a clock that cannot be set
    public ReportSender(ReportQueue queue, Endpoint endpoint, Supplier<Optional<Publication>> publication, Clock clock,
            LongSupplier nanoTime, RandomGenerator random) {
        this.queue = queue;
        this.server = new ReportServer(endpoint);
        this.publication = publication;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.random = random;
        this.notBefore = nanoTime.getAsLong();
    }

    /// Ends a wait, as there is a new report.
    public void wake() {
        wanted.release();
    }

    /// Waits, but not longer than this.
    public void await(Duration atMost) throws InterruptedException {
        if (wanted.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
            wanted.drainPermits();
        }
    }

    /// Sends and asks whatever is due.
    ///
    /// @return the time until something is due
    /// @throws IOException if a report cannot be written
    public Duration step() throws IOException {
        forgetOld();
        Optional<Publication> known = publication.get();
        long next = nanoTime.getAsLong() + IDLE.toNanos();
        for (FiledReport report : queue.all()) {
            if (report.state().isFinal() || known.isEmpty()) {
                continue;
            }
            if (!report.origin().equals(known.get().origin())) {
                settle(report, ReportState.LOST); // its publisher is no longer known here, and nobody else is to read it
                continue;
            }
            long due = due(report);
            if (due - nanoTime.getAsLong() <= 0) {
                attempt(report, known.get());
                due = due(report);
            }
            next = due - next < 0 ? due : next;
        }
        return Duration.ofNanos(Math.max(1, next - nanoTime.getAsLong()));
    }

    private void forgetOld() throws IOException {
        for (FiledReport report : queue.all()) {
            if (report.at().plus(MAX_AGE).isBefore(clock.instant())) {
                queue.remove(report.number());
                questions.remove(report.number());
            }
        }
    }

    private long due(FiledReport report) {
        if (report.state() == ReportState.WAITING) {
            return notBefore;
        }
        long asked = questions.computeIfAbsent(report.number(), _ -> question(FIRST_QUESTION)).at();
        return asked - notBefore > 0 ? asked : notBefore;
    }

    private Question question(Duration interval) {
        double factor = 1 + JITTER * (2 * random.nextDouble() - 1);
        return new Question(nanoTime.getAsLong() + (long) (interval.toNanos() * factor), interval);
    }

    private void attempt(FiledReport report, Publication known) throws IOException {
        boolean isNew = report.state() == ReportState.WAITING;
        Saying saying = isNew ? server.send(report, known.addresses()) : server.ask(report, known.addresses());
        switch (saying) {
            case Saying.Known(ReportState state) -> {
                failures = 0;
                Duration before = questions.containsKey(report.number())
                        ? questions.get(report.number()).interval()
                        : FIRST_QUESTION.dividedBy(2);
                questions.put(report.number(), question(shorter(before.multipliedBy(2), MAX_INTERVAL)));
                settle(report, state);
            }
            case Saying.Refused _ -> {
                failures = 0;
                settle(report, ReportState.LOST);
            }
            case Saying.Failed(Optional<Duration> retryAfter) -> {
                failures = Math.min(failures + 1, MAX_DOUBLINGS);
                notBefore = nanoTime.getAsLong() + pause(retryAfter).toNanos();
            }
        }
    }

    private void settle(FiledReport report, ReportState state) throws IOException {
        if (report.state() != state) {
            queue.replace(report.in(state));
        }
    }

    private Duration pause(Optional<Duration> retryAfter) {
        Duration most = shorter(FIRST_BACKOFF.multipliedBy(1L << (failures - 1)), MAX_BACKOFF);
        Duration pause = most.dividedBy(2).plusNanos((long) (random.nextDouble() * most.dividedBy(2).toNanos()));
        return retryAfter.map(asked -> shorter(asked, MAX_INTERVAL).plus(pause)).orElse(pause);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
