package bloomward.agent.service;

import bloomward.agent.browser.BrowserPolicy;
import bloomward.agent.crowd.Peer;
import bloomward.agent.report.Report;
import bloomward.agent.report.ReportKind;
import bloomward.agent.socket.BrowserApi;
import bloomward.agent.socket.message.Exemption;
import bloomward.agent.socket.message.ReportLine;
import bloomward.agent.socket.message.RequestException;
import bloomward.agent.socket.message.Welcome;
import bloomward.agent.socket.message.Welcome.TestUrls;
import bloomward.agent.store.LoadedSet;
import bloomward.format.release.ListRelease;
import bloomward.format.release.TestEntries;
import bloomward.format.url.Expression;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/// Tells browsers the rules of this agent. Safe for all threads.
///
/// An exception is granted here and kept in the browser, for one tab: the agent only counts it. So a verdict is the same for
/// every program, no matter which exceptions a browser has.
final class Browsers implements BrowserApi {

    private final BrowserPolicy policy;
    private final InUse inUse;
    private final Reports reports;
    private final Clock clock;
    private final LongAdder exceptions = new LongAdder();

    Browsers(BrowserPolicy policy, InUse inUse, Reports reports, Clock clock) {
        this.reports = reports;
        this.policy = policy;
        this.inUse = inUse;
        this.clock = clock;
    }

    @Override
    public Welcome welcome() {
        OpenedStore now = inUse.now();
        String origin = now.state().map(state -> state.root().origin()).orElse("");
        return new Welcome(policy.named(origin), now.set().flatMap(Browsers::tests));
    }

    private static Optional<TestUrls> tests(LoadedSet set) {
        return set.protection().lists().stream().findFirst().map(list -> {
            ListRelease release = list.release();
            return new TestUrls("http://" + TestEntries.listed(release.categories().getFirst()),
                    "http://" + TestEntries.neverListed());
        });
    }

    @Override
    public Exemption except(String list, Expression expression) throws RequestException {
        Duration time = policy.proceed()
                .orElseThrow(() -> new RequestException(RequestException.Code.POLICY, "browser-proceed is off"));
        Instant until = clock.instant().plus(time).truncatedTo(ChronoUnit.SECONDS);
        exceptions.increment();
        return new Exemption(list, expression, until, time);
    }

    @Override
    public Report report(ReportKind kind, String url, String comment) throws RequestException {
        return reports.report(kind, url, comment);
    }

    @Override
    public ReportLine send(Report report, Peer peer) throws RequestException {
        return reports.send(report, peer);
    }

    @Override
    public List<ReportLine> reports(Peer peer) throws RequestException {
        return reports.reports(peer);
    }

    long exceptionCount() {
        return exceptions.sum();
    }
}
