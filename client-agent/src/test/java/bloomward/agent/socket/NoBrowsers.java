package bloomward.agent.socket;

import bloomward.agent.crowd.Peer;
import bloomward.agent.report.Report;
import bloomward.agent.report.ReportKind;
import bloomward.agent.socket.message.Exemption;
import bloomward.agent.socket.message.ReportLine;
import bloomward.agent.socket.message.Welcome;
import bloomward.format.url.Expression;
import java.util.List;

/// For tests in which no browser asks.
public final class NoBrowsers implements BrowserApi {

    @Override
    public Welcome welcome() {
        throw new AssertionError("a browser asked");
    }

    @Override
    public Exemption except(String list, Expression expression) {
        throw new AssertionError("a browser asked");
    }

    @Override
    public Report report(ReportKind kind, String url, String comment) {
        throw new AssertionError("a browser asked");
    }

    @Override
    public ReportLine send(Report report, Peer peer) {
        throw new AssertionError("a browser asked");
    }

    @Override
    public List<ReportLine> reports(Peer peer) {
        throw new AssertionError("a browser asked");
    }
}
