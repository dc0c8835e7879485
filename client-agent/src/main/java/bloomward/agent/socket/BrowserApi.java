package bloomward.agent.socket;

import bloomward.agent.crowd.Peer;
import bloomward.agent.report.Report;
import bloomward.agent.report.ReportKind;
import bloomward.agent.socket.message.Exemption;
import bloomward.agent.socket.message.ReportLine;
import bloomward.agent.socket.message.RequestException;
import bloomward.agent.socket.message.Welcome;
import bloomward.format.url.Expression;
import java.util.List;

/// The questions that only browsers ask an agent. Safe for all threads.
public interface BrowserApi {

    /// The rules for a browser, and its test addresses.
    Welcome welcome();

    /// Permits to proceed in spite of an entry.
    ///
    /// @throws RequestException POLICY if nobody may
    Exemption except(String list, Expression expression) throws RequestException;

    /// The report about a URL as it would be sent: judges the URL.
    ///
    /// @throws RequestException POLICY if reports are switched off, or there is nobody to send them to; REQUEST if the URL
    ///     cannot be judged, or a text is too long
    Report report(ReportKind kind, String url, String comment) throws RequestException;

    /// Keeps a report, durably, and sends it as soon as possible.
    ///
    /// @throws RequestException POLICY if too many reports of this user wait; FAILED if it cannot be kept
    ReportLine send(Report report, Peer peer) throws RequestException;

    /// The reports of a user, the oldest first.
    List<ReportLine> reports(Peer peer) throws RequestException;
}
