package bloomward.server.http.report;

import bloomward.format.wire.ReportNumber;
import bloomward.server.config.AddressRange;
import bloomward.server.http.AddressKey;
import bloomward.server.http.RateLimit;
import bloomward.server.report.InvalidSubmissionException;
import bloomward.server.report.ReportIntake;
import bloomward.server.report.ReportIntake.Outcome;
import bloomward.server.report.ReportStatus;
import bloomward.server.report.Submission;
import bloomward.server.report.SubmissionReader;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/// Takes reports and questions about them within their limits. Runs on the virtual thread of the request, so it may block.
final class ReportDesk {

    /// The pause for senders while people have to decide about some reports first.
    static final Duration WHEN_FULL = Duration.ofHours(6);

    /// The number of rates, such that few addresses share one by chance.
    private static final int BUCKETS = 1 << 14;
    private static final Duration WHEN_CROWDED = Duration.ofSeconds(9);
    private static final String JSON = "application/json";
    private static final String EVERYBODY = "";

    /// The result for a report.
    record Taken(ReportNumber number, Outcome outcome) {}

    private final ReportIntake intake;
    private final ReportLimits limits;
    private final List<AddressRange> proxies;
    private final MeterRegistry metrics;
    private final LongSupplier nanos;
    private final RateLimit perAddress;
    private final RateLimit perNetwork;
    private final RateLimit inAll;
    private final RateLimit questions;
    private final Semaphore bodies;
    private final Semaphore answers;

    ReportDesk(ReportSetup setup) {
        this.intake = setup.intake();
        this.limits = setup.limits();
        this.proxies = setup.proxies();
        this.metrics = setup.metrics();
        this.nanos = setup.nanos();
        this.perAddress = new RateLimit(BUCKETS, limits.perAddress(), setup.random().nextLong(), nanos);
        this.perNetwork = new RateLimit(BUCKETS, limits.perNetwork(), setup.random().nextLong(), nanos);
        this.inAll = new RateLimit(1, limits.inAll(), 0, nanos);
        this.questions = new RateLimit(BUCKETS, limits.questions(), setup.random().nextLong(), nanos);
        this.bodies = new Semaphore(limits.bodies());
        this.answers = new Semaphore(limits.answers());
        for (Count count : Count.values()) { // from the start, so that an alert on growth has a first value
            count(count, 0);
        }
    }

    /// The outcomes that are counted.
    private enum Count {
        RECEIVED, COUNTED, REPEATED, CONFLICT, INVALID, LIMITED, FULL
    }

    private void count(Count outcome, int times) {
        Counter.builder("bloomward.reports.received")
                .description("Reports of people that arrived, by outcome.")
                .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                .register(metrics)
                .increment(times);
    }

    /// Takes a report.
    Taken submit(Request request) throws RefusedReportException, IOException {
        try {
            requireProgram(request);
            requireJson(request);
            if (request.getLength() > SubmissionReader.MAX_SIZE_IN_BYTES) {
                throw new RefusedReportException(413, "more than " + SubmissionReader.MAX_SIZE_IN_BYTES + " bytes");
            }
            requireRate(request);
            if (!bodies.tryAcquire()) {
                throw new RefusedReportException(503, "too many reports at once", WHEN_CROWDED);
            }
            try {
                Submission submission = read(request);
                Taken taken = new Taken(submission.number(), take(submission));
                count(countOf(taken.outcome()), 1);
                return taken;
            } finally {
                bodies.release();
            }
        } catch (RefusedReportException e) {
            boolean isLimited = e.problem().status() == 429 || e.problem().status() == 503;
            count(isLimited ? Count.LIMITED : Count.INVALID, 1);
            throw e;
        }
    }

    /// Answers a question about the state of a report.
    ReportStatus status(ReportNumber number, Request request) throws RefusedReportException, IOException {
        if (ReportHandler.hasBody(request)) {
            throw new RefusedReportException(413, "a question has no body");
        }
        requireProgram(request);
        Optional<AddressKey> address = address(request);
        if (address.isPresent()) {
            require(questions.take(address.get()));
        }
        if (!answers.tryAcquire()) {
            throw new RefusedReportException(503, "too many questions at once", WHEN_CROWDED);
        }
        try {
            return intake.status(number).orElseThrow(() -> new RefusedReportException(404, "").afterBody());
        } finally {
            answers.release();
        }
    }

    /// Refuses web pages, which could report through the browsers of their visitors. Programs send neither header.
    private static void requireProgram(Request request) throws RefusedReportException {
        String site = request.getHeaders().get("Sec-Fetch-Site");
        if (request.getHeaders().contains(HttpHeader.ORIGIN) || (site != null && !site.equals("none"))) {
            throw new RefusedReportException(403, "web pages cannot send reports");
        }
    }

    private static void requireJson(Request request) throws RefusedReportException {
        String type = Optional.ofNullable(request.getHeaders().get(HttpHeader.CONTENT_TYPE)).orElse("");
        if (!type.split(";", 2)[0].strip().equalsIgnoreCase(JSON)
                || request.getHeaders().contains(HttpHeader.CONTENT_ENCODING)) {
            throw new RefusedReportException(415, "the body must be application/json, not compressed");
        }
    }

    /// Counts the request against its address before the body is read, so that an invalid report counts, too.
    private void requireRate(Request request) throws RefusedReportException {
        Optional<AddressKey> address = address(request);
        if (address.isPresent()) {
            require(perAddress.take(address.get()));
            require(perNetwork.take(address.get().wider()));
        }
    }

    private static void require(Duration wait) throws RefusedReportException {
        if (!wait.isZero()) {
            throw new RefusedReportException(429, "too many requests", wait);
        }
    }

    /// The address to count by; empty for a proxy, which stands for many clients.
    private Optional<AddressKey> address(Request request) {
        return request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress socket
                && !socket.isUnresolved() && proxies.stream().noneMatch(proxy -> proxy.contains(socket.getAddress()))
                        ? Optional.of(AddressKey.of(socket))
                        : Optional.empty();
    }

    private Submission read(Request request) throws RefusedReportException {
        byte[] body = BodyReader.read(Content.Source.asInputStream(request), SubmissionReader.MAX_SIZE_IN_BYTES,
                limits.bodyTime(), nanos);
        try {
            return SubmissionReader.read(body);
        } catch (InvalidSubmissionException e) {
            throw new RefusedReportException(400, String.valueOf(e.getMessage())).afterBody();
        }
    }

    /// Only new reports count against the rate of all, so an agent whose answer was lost can send a report again and again.
    private Outcome take(Submission submission) throws RefusedReportException, IOException {
        Optional<Outcome> known = intake.known(submission);
        if (known.isPresent()) {
            return known.get();
        }
        Duration wait = inAll.take(EVERYBODY);
        if (!wait.isZero()) {
            throw new RefusedReportException(429, "too many reports", wait).afterBody();
        }
        return intake.receive(submission);
    }

    private static Count countOf(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Received _ -> Count.RECEIVED;
            case Outcome.Counted _ -> Count.COUNTED;
            case Outcome.Known _ -> Count.REPEATED;
            case Outcome.Conflict _ -> Count.CONFLICT;
            case Outcome.Full _ -> Count.FULL;
        };
    }
}
