package bloomward.server.cli.server;

import bloomward.format.FormatException;
import bloomward.format.release.ReleaseException;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.guard.GuardDataException;
import bloomward.server.serve.Logging;
import bloomward.server.serve.Server;
import java.io.IOException;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;

/// `bloomward-server serve`.
@Command(name = "serve", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = "Runs the server, for agents and administrators, until it is stopped.",
        footer = {"", "Example: bloomward-server serve --data-dir /srv/bloomward --listen 0.0.0.0:8480"})
final class ServeCommand extends ServerCommand {

    ServeCommand(ServerSession session) {
        super(session, EnumSet.allOf(ServerSetting.class));
    }

    @Override
    public Integer call()
            throws IOException, CommandException, SettingException, FormatException, InterruptedException {
        Settings settings = settings();
        Logging.configure(settings.logsJson(), settings.logLevel());
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch stop = new CountDownLatch(1);
        Thread hook = new Thread(() -> {
            stop.countDown();
            try {
                stopped.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "stop");
        try (Server server = Server.start(settings, passPhrase(settings), session().io().clock())) {
            Runtime.getRuntime().addShutdownHook(hook);
            announce(server, settings);
            stop.await();
        } catch (UntrustedNoteException | ReleaseException | GuardDataException e) {
            throw CommandException.refused(settings.dataDir() + ": " + e.getMessage());
        } finally {
            stopped.countDown();
        }
        return ExitCode.DONE;
    }

    private void announce(Server server, Settings settings) throws IOException {
        if (settings.readyJson()) {
            Map<String, String> addresses = new LinkedHashMap<>();
            addresses.put("public", server.publicUri().toString());
            addresses.put("admin", server.adminUri().toString());
            session().print(session().json(addresses) + "\n");
        } else {
            session().io()
                    .err()
                    .println("Listening for agents at " + server.publicUri() + ", for administrators at "
                            + server.adminUri() + "; Ctrl-C stops.");
        }
    }
}
