package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.server.admin.ListReports.DiffReport;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `bloomward-admin diff`.
@Command(name = "diff", mixinStandardHelpOptions = true, description = "Shows the changes of the next publication.",
        footer = {"", "Example: bloomward-admin diff phishing"})
final class DiffCommand extends AdminCommand {

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Lists (default: all).")
    private List<String> lists = List.of();

    DiffCommand(AdminSession session) {
        super(session);
    }

    @Override
    void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
        DiffReport diff = api.diff(lists);
        session.show(diff, page -> DiffPage.describe(page, diff));
    }
}
