package bloomward.server.cli;

import bloomward.format.FormatException;
import bloomward.server.admin.Role;
import bloomward.server.config.ActionException;
import bloomward.server.config.ServerActions.Token;
import bloomward.server.config.SettingException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-server token`.
@Command(name = "token", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Makes a token on the server's machine, also while the server runs; the audit log says so.",
    "It needs no other token: for when an administrator's is lost."},
        footer = {"", "Example: bloomward-server token ann --role admin --out ann.token --data-dir /srv/bloomward"})
final class TokenCommand implements Callable<Integer> {

    private final ServerSession session;

    @Parameters(paramLabel = "NAME", description = "Whose it is, as the audit log will have it.")
    private String name = "";

    @Option(names = "--role", required = true, paramLabel = "reader|editor|reviewer|publisher|admin",
            description = "What it may do; each role includes those before it.")
    private Role role = Role.READER;

    @Option(names = "--out", required = true, paramLabel = "FILE",
            description = "Where it is written, for its owner alone; must not exist yet.")
    private Path file = Path.of("");

    @Mixin
    private SettingOptions.Place settings = new SettingOptions.Place();

    TokenCommand(ServerSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, SettingException, ActionException, FormatException,
            InterruptedException {
        session.actions().token(new Token(settings.resolve(session.io()), name, role.label(), file), session.output());
        return ExitCodes.DONE;
    }
}
