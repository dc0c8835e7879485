package bloomward.server.cli.server;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.server.admin.Role;
import bloomward.server.admin.view.TokenReports.NewToken;
import bloomward.server.admin.view.TokenReports.TokenView;
import bloomward.server.config.Settings;
import bloomward.server.setup.MachineToken;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-server token`.
@Command(name = "token", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = {"Creates a token on the server's machine; the server may be running. The audit log records it.",
            "It needs no other token, so it also helps when an administrator's token is lost."},
        footer = {"", "Example: bloomward-server token ann --role admin --out ann.token --data-dir /srv/bloomward"})
final class MachineTokenCommand extends ServerCommand {

    @Parameters(paramLabel = "NAME", description = "Name of the owner, as it appears in the audit log.")
    private String name = "";

    @Option(names = "--role", required = true, paramLabel = "ROLE",
            description = "reader, editor, reviewer, publisher or admin; each role includes those before it.")
    private Role role = Role.READER;

    @Option(names = "--out", required = true, paramLabel = "FILE",
            description = "File for the token, readable by its owner only; it must not exist yet.")
    private Path file = Path.of("");

    MachineTokenCommand(ServerSession session) {
        super(session, PLACE);
    }

    @Override
    public Integer call() throws IOException, SettingException, CommandException {
        Settings settings = settings();
        existing(settings);
        TokenView made = MachineToken.make(place(settings), new NewToken(name, role.label()), file,
                session().io().clock());
        say(file + ": token " + made.id() + " of " + made.name() + ", " + made.role() + "; for its owner only",
                new Fields().put("file", file.toString())
                        .put("id", made.id())
                        .put("name", made.name())
                        .put("role", made.role()));
        return ExitCode.DONE;
    }
}
