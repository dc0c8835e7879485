package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.concurrent.Callable;

/// A command of `bloomward-admin` that asks the server and shows the answer. Commands that first read input of their own, or
/// end with another code, open the session themselves.
abstract class AdminCommand implements Callable<Integer> {

    final AdminSession session;

    AdminCommand(AdminSession session) {
        this.session = session;
    }

    @Override
    public final Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
        try (AdminApi api = session.open()) {
            run(api);
        }
        return ExitCode.DONE;
    }

    abstract void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException;
}
