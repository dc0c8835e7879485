package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.server.admin.ListReports.DiffReport;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `bloomward-admin diff`.
@Command(name = "diff", mixinStandardHelpOptions = true, description = "Shows the changes of the next publication.",
        footer = {"", "Example: bloomward-admin diff phishing"})
final class DiffCommand implements Callable<Integer> {

    private final AdminSession session;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Lists (default: all).")
    private List<String> lists = List.of();

    DiffCommand(AdminSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
        try (AdminApi api = session.open()) {
            DiffReport diff = api.diff(lists);
            session.show(diff, page -> DiffPage.describe(page, diff));
        }
        return ExitCode.DONE;
    }
}
