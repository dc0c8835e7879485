package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.server.admin.view.ListReports.Explanation;
import bloomward.server.admin.view.ListReports.Match;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `bloomward-admin explain`.
@Command(name = "explain", mixinStandardHelpOptions = true, description = {"Explains why a URL is or is not listed.",
    "Shows the answer of agents now, and after the next publication: listed, allowed (listed, and overridden by the"
            + " allow list) or clean."},
        footer = {"", "Example: bloomward-admin explain https://www.example.org/login"})
final class ExplainCommand extends AdminCommand {

    @Parameters(paramLabel = "URL", description = "URL to explain.")
    private String url = "";

    ExplainCommand(AdminSession session) {
        super(session);
    }

    @Override
    void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
        Explanation explanation = api.explain(url);
        session.show(explanation, page -> describe(page, explanation));
    }

    private static String place(Match match) {
        return match.state().startsWith("allowed")
                ? " " + AllowCheckCommand.forWhat(match) + (match.source().isEmpty() ? "" : ", group " + match.source())
                : (match.list().isEmpty() ? "" : " in " + match.list())
                        + (match.source().isEmpty() ? "" : " from " + match.source());
    }

    private static void describe(Page page, Explanation explanation) {
        page.line(explanation.canonical());
        page.line(explanation.now().equals("listed") ? Tone.BAD : Tone.GOOD,
                "  agents say now: " + explanation.now() + "; after the next publication: " + explanation.next());
        for (Match match : explanation.matches()) {
            page.line("  " + match.expression() + "  " + match.scope() + ", " + match.state().replace('-', ' ')
                    + place(match) + (match.category().isEmpty() ? "" : " as " + match.category()));
            if (!match.by().isEmpty()) {
                page.line(Tone.FAINT,
                        "    since " + Figures.time(match.since()) + " by " + match.by()
                                + (match.expires().isEmpty() ? "" : ", until " + Figures.time(match.expires()))
                                + (match.reason().isEmpty() ? "" : ": " + match.reason()));
            } else if (!match.expires().isEmpty()) {
                page.line(Tone.FAINT, "    until " + Figures.time(match.expires()));
            }
            if (!match.decidedBy().isEmpty()) {
                page.line(Tone.FAINT,
                        "    " + (match.state().equals("rejected") ? "rejected " : "removed ")
                                + Figures.time(match.decidedAt()) + " by " + match.decidedBy()
                                + (match.decisionReason().isEmpty() ? "" : ": " + match.decisionReason()));
            }
        }
    }
}
