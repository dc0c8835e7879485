package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.server.admin.view.ListReports.DiffReport;
import bloomward.server.admin.view.ListReports.DraftApproval;
import bloomward.server.admin.view.ListReports.ListDiff;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin approve`.
@Command(name = "approve", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Approves the draft of a list, exactly as it is shown; any later change needs a new approval.",
            "On a terminal it shows the changes and asks; elsewhere it needs --draft.",
            "If a list needs review, a draft cannot be published without the approval of a second person."},
        footer = {"", "Example: bloomward-admin approve phishing"})
final class ApproveCommand extends AdminCommand {

    @Parameters(paramLabel = "NAME", description = "The list.")
    private String list = "";

    @Option(names = "--draft", paramLabel = "DIGEST",
            description = "Approve the draft with this digest, which 'diff' shows, without a question.")
    private Optional<String> draft = Optional.empty();

    ApproveCommand(AdminSession session) {
        super(session);
    }

    @Override
    void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
        ListDiff approved = api.approve(list, new DraftApproval(draft.isPresent() ? draft.get() : shown(api)));
        session.show(approved, page -> DiffPage.describe(page, approved));
    }

    /// The digest of the draft that a person has said yes to.
    private String shown(AdminApi api)
            throws IOException, CommandException, ServerProblemException, InterruptedException {
        session.terminal("confirmation", "Read 'diff " + list + "', then pass --draft with the digest that it shows.");
        DiffReport diff = api.diff(List.of(list));
        session.confirm("Approve this draft?", page -> DiffPage.describe(page, diff));
        return diff.lists().getFirst().draft();
    }
}
