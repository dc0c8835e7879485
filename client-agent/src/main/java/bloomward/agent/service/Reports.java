package bloomward.agent.service;

import bloomward.agent.browser.BrowserPolicy;
import bloomward.agent.check.Verdict;
import bloomward.agent.check.VerdictFields;
import bloomward.agent.crowd.Peer;
import bloomward.agent.fetch.Endpoint;
import bloomward.agent.report.FiledReport;
import bloomward.agent.report.FullException;
import bloomward.agent.report.Publication;
import bloomward.agent.report.Report;
import bloomward.agent.report.ReportKind;
import bloomward.agent.report.ReportQueue;
import bloomward.agent.report.ReportSender;
import bloomward.agent.socket.Faults;
import bloomward.agent.socket.message.CheckAnswer;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.agent.socket.message.ReportLine;
import bloomward.agent.socket.message.RequestException;
import bloomward.agent.socket.message.RequestException.Code;
import bloomward.format.url.Expression;
import bloomward.format.wire.ReportNumber;
import bloomward.program.text.Printable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.Principal;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Takes reports, and has them sent. Safe for all threads.
///
/// If the folder cannot be read or the disk is full, only reports are refused; protection goes on.
final class Reports {

    /// The pause after a failure of the disk.
    private static final Duration PAUSE = Duration.ofMinutes(10);
    private static final String FOLDER = "reports";

    private final BrowserPolicy policy;
    private final InUse inUse;
    private final Supplier<List<URI>> addresses;
    private final Answering answering;
    private final Clock clock;
    private final Log log;
    private final SecureRandom numbers = new SecureRandom();
    private final Optional<ReportQueue> queue;
    private final Optional<ReportSender> sender;
    private final LongAdder taken = new LongAdder();

    /// @param store the folder that also has the lists
    /// @param addresses of the publication's servers
    /// @param endpoint reaches servers
    /// @param nanoTime a clock that cannot be set
    Reports(BrowserPolicy policy, Path store, InUse inUse, Supplier<List<URI>> addresses, Answering answering,
            Endpoint endpoint, Clock clock, LongSupplier nanoTime, RandomGenerator random, Log log) {
        this.policy = policy;
        this.inUse = inUse;
        this.addresses = addresses;
        this.answering = answering;
        this.clock = clock;
        this.log = log;
        this.queue = open(store.resolve(FOLDER), log);
        this.sender = queue.map(kept -> new ReportSender(kept, endpoint, this::publication, clock, nanoTime, random));
    }

    private static Optional<ReportQueue> open(Path folder, Log log) {
        try {
            return Optional.of(ReportQueue.open(folder));
        } catch (IOException e) {
            log.error("reports cannot be kept: " + e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<Publication> publication() {
        return inUse.now().state().map(state -> new Publication(state.root().origin(), addresses.get()));
    }

    Report report(ReportKind kind, String url, String comment) throws RequestException {
        if (!policy.reports()) {
            throw new RequestException(Code.POLICY, "browser-reports is off");
        }
        if (publication().isEmpty()) {
            throw new RequestException(Code.POLICY, "the agent is not enrolled: there is no publisher to send it to");
        }
        CheckAnswer answer = answering.checks(CheckOptions.DEFAULT).check(url);
        try {
            Report report = report(kind, url, comment, answer.verdict());
            report.requireFits();
            return report;
        } catch (IllegalArgumentException e) {
            throw new RequestException(Code.REQUEST, String.valueOf(e.getMessage()));
        }
    }

    private static Report report(ReportKind kind, String url, String comment, Verdict verdict) {
        Optional<String> list = Optional.empty();
        Optional<Expression> expression = Optional.empty();
        Optional<Long> version = Optional.empty();
        switch (verdict) {
            case Verdict.Listed(Verdict.Match match, List<Verdict.Match> _) -> {
                list = Optional.of(match.list());
                expression = Optional.of(match.expression());
                version = Optional.of(match.version()).filter(number -> number > 0);
            }
            case Verdict.Allowed(Expression allowed) -> expression = Optional.of(allowed);
            case Verdict.Unknown(Verdict.Reason reason, String message) -> {
                if (reason == Verdict.Reason.UNJUDGEABLE) {
                    throw new IllegalArgumentException("url: " + message);
                }
            }
            case Verdict.Clean _ -> {
                // no entry to name
            }
        }
        return new Report(kind, url, comment, VerdictFields.word(verdict), list, expression, version);
    }

    ReportLine send(Report report, Peer peer) throws RequestException {
        String origin = publication().map(Publication::origin)
                .orElseThrow(() -> new RequestException(Code.POLICY, "the agent is not enrolled"));
        ReportNumber number = ReportNumber.draw(numbers);
        FiledReport filed = FiledReport.of(report, number, clock.instant().truncatedTo(ChronoUnit.SECONDS), user(peer),
                origin);
        try {
            queue().add(filed);
        } catch (FullException e) {
            throw new RequestException(Code.POLICY, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            log.error("a report could not be kept: " + e.getMessage());
            throw new RequestException(Code.FAILED, "the report could not be kept; the agent's log says more");
        }
        taken.increment();
        sender.ifPresent(ReportSender::wake);
        return line(filed);
    }

    List<ReportLine> reports(Peer peer) throws RequestException {
        return queue().of(user(peer)).stream().map(Reports::line).toList();
    }

    private ReportQueue queue() throws RequestException {
        return queue.orElseThrow(
                () -> new RequestException(Code.FAILED, "reports cannot be kept here; the agent's log says more"));
    }

    /// The name of a user, without line breaks.
    private static String user(Peer peer) {
        return Printable.of(peer.user().map(Principal::getName).orElse("unknown"));
    }

    private static ReportLine line(FiledReport filed) {
        return new ReportLine(filed.number(), filed.kind(), filed.at(), filed.state());
    }

    long count() {
        return taken.sum();
    }

    /// Sends until it is interrupted.
    void run() {
        try {
            while (sender.isPresent()) {
                sender.get().await(step(sender.get()));
            }
        } catch (InterruptedException _) {
            // the agent ends
        }
    }

    /// The loop that must survive.
    private Duration step(ReportSender sending) {
        try {
            return sending.step();
        } catch (IOException e) {
            log.error("a report could not be kept: " + e.getMessage());
        } catch (RuntimeException e) {
            if (!Faults.isOfOneStep(e)) {
                throw e;
            }
            log.fault("while it sent reports", e);
        }
        return PAUSE;
    }
}
