package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.server.admin.ListReports.ListDiff;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `bloomward-admin approve`.
@Command(name = "approve", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Approves the current draft of a list; any later change needs a new approval.",
            "If a list needs review, a draft cannot be published without the approval of a second person."},
        footer = {"", "Example: bloomward-admin approve phishing"})
final class ApproveCommand extends AdminCommand {

    @Parameters(paramLabel = "NAME", description = "The list.")
    private String list = "";

    ApproveCommand(AdminSession session) {
        super(session);
    }

    @Override
    void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
        ListDiff approved = api.approve(list);
        session.show(approved, page -> DiffPage.describe(page, approved));
    }
}
