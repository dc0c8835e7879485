package bloomward.agent.socket;

import bloomward.agent.browser.BrowserPolicy;
import bloomward.agent.check.Verdict;
import bloomward.agent.crowd.Peer;
import bloomward.agent.report.Report;
import bloomward.agent.report.ReportKind;
import bloomward.agent.report.ReportState;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.AgentStatus.Counters;
import bloomward.agent.socket.message.AgentStatus.InstalledSet;
import bloomward.agent.socket.message.AgentStatus.ListInUse;
import bloomward.agent.socket.message.AgentStatus.PastPoll;
import bloomward.agent.socket.message.AgentStatus.Polls;
import bloomward.agent.socket.message.AgentStatus.Publication;
import bloomward.agent.socket.message.AgentStatus.Running;
import bloomward.agent.socket.message.CheckAnswer;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.agent.socket.message.Exemption;
import bloomward.agent.socket.message.ReportLine;
import bloomward.agent.socket.message.RequestException;
import bloomward.agent.socket.message.Welcome;
import bloomward.format.confirm.Category;
import bloomward.format.release.Freshness;
import bloomward.format.url.Expression;
import bloomward.format.wire.ReportNumber;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// An agent that lists every URL with `evil` in it.
final class FakeAgent implements LocalApi, BrowserApi {

    static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");

    final AtomicLong sequence = new AtomicLong(1);
    volatile BrowserPolicy policy = new BrowserPolicy(Optional.of(Duration.ofMinutes(10)), BrowserPolicy.Unknown.PASS,
            false, "CERT", "cert@lists.example", "browser", true);
    final List<ReportLine> reports = new CopyOnWriteArrayList<>();
    volatile Consumer<String> beforeCheck = _ -> {};
    volatile CheckOptions lastOptions = CheckOptions.DEFAULT;

    @Override
    public Checks checks(CheckOptions options) throws RequestException {
        lastOptions = options;
        if (options.lists().contains("none")) {
            throw new RequestException(RequestException.Code.REQUEST, "lists: 'none' is not used by this agent");
        }
        return this::check;
    }

    private CheckAnswer check(String url) {
        beforeCheck.accept(url);
        if (url.contains("bug")) {
            throw new IllegalStateException("a bug");
        }
        if (url.equals("error")) {
            throw new OutOfMemoryError("of the test");
        }
        return new CheckAnswer(url, Optional.of("http://" + url + "/"), verdict(url), Optional.of(Freshness.FRESH), 7);
    }

    private static Verdict verdict(String url) {
        if (url.contains("evil")) {
            return new Verdict.Listed(match("evil.example/", true), List.of(match(page(url), false)));
        }
        if (url.contains("allowed")) {
            return new Verdict.Allowed(new Expression("allowed.example/"));
        }
        return url.isEmpty()
                ? new Verdict.Unknown(Verdict.Reason.UNJUDGEABLE, "no host: it is empty")
                : new Verdict.Clean();
    }

    /// The exact form of a URL, or of a page where the URL has none.
    private static String page(String url) {
        String exact = " " + url + "/";
        return Expression.isExpression(exact) ? exact : " evil.example/";
    }

    private static Verdict.Match match(String expression, boolean confirmed) {
        return new Verdict.Match("phishing", 3, new Expression(expression),
                confirmed ? Optional.of(new Category("phishing")) : Optional.empty(), confirmed);
    }

    @Override
    public AgentStatus status() {
        return status(sequence.get());
    }

    static AgentStatus status(long sequence) {
        return new AgentStatus(AgentStatus.State.DAMAGED,
                Optional.of(new Publication("bloomward.example", URI.create("http://127.0.0.1:8080"), 2, NOW)),
                Optional.of(new InstalledSet(sequence, Freshness.STALE, NOW, NOW.plusSeconds(1),
                        List.of(new ListInUse("phishing", 3, 1000)))),
                List.of("list phishing, packed file: damaged"),
                new Polls(Optional.of(new PastPoll(NOW, "refused", "latest: signed by nobody we know")),
                        Optional.of(NOW.plusSeconds(300)), 2),
                new Counters(5, 4, 3, 2, 1), Optional.of(new Running("0.1.0", 4711, Duration.ofSeconds(9))));
    }

    @Override
    public BrowserApi browsers() {
        return this;
    }

    @Override
    public Welcome welcome() {
        return new Welcome(policy, Optional.of(new Welcome.TestUrls("http://evil.example/", "http://a.example/")));
    }

    @Override
    public Exemption except(String list, Expression expression) throws RequestException {
        Duration time = policy.proceed()
                .orElseThrow(() -> new RequestException(RequestException.Code.POLICY, "browser-proceed is off"));
        return new Exemption(list, expression, NOW.plus(time), time);
    }

    @Override
    public PastPoll update() {
        return new PastPoll(NOW, PastPoll.UPDATED, "sequence " + sequence.incrementAndGet());
    }

    @Override
    public Report report(ReportKind kind, String url, String comment) throws RequestException {
        if (!policy.reports()) {
            throw new RequestException(RequestException.Code.POLICY, "browser-reports is off");
        }
        return new Report(kind, url, comment, "listed", Optional.of("phishing"),
                Optional.of(new Expression("evil.example/")), Optional.of(12L));
    }

    @Override
    public ReportLine send(Report report, Peer peer) {
        ReportLine line = new ReportLine(new ReportNumber(1, 0xabL + reports.size()), report.kind(), NOW,
                ReportState.WAITING);
        reports.add(line);
        return line;
    }

    @Override
    public List<ReportLine> reports(Peer peer) {
        return reports;
    }
}
