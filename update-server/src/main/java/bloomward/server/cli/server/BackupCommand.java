package bloomward.server.cli.server;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.server.backup.Backup;
import bloomward.server.config.Settings;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `bloomward-server backup`.
@Command(name = "backup", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = "Writes a backup of the whole data folder; the server may be running.",
        footer = {"", "Example: bloomward-server backup monday.backup --data-dir /srv/bloomward"})
final class BackupCommand extends ServerCommand {

    @Parameters(paramLabel = "FILE", description = "File to write; it must not exist yet.")
    private Path file = Path.of("");

    BackupCommand(ServerSession session) {
        super(session, PLACE);
    }

    @Override
    public Integer call() throws IOException, SettingException, CommandException {
        Settings settings = settings();
        Backup.Written written = Backup.write(existing(settings), place(settings), file,
                session().io().clock().instant());
        say(file + ": " + written.files() + " files, " + written.sizeInBytes() + " bytes. "
                + (written.keys().isEmpty()
                        ? "It contains no private key: a server restored from it cannot sign 'latest'."
                        : "It contains " + String.join(", ", written.keys()) + ": protect it like these private keys."),
                new Fields().put("file", file.toString())
                        .put("files", written.files())
                        .put("bytes", written.sizeInBytes())
                        .put("keys", written.keys()));
        return ExitCode.DONE;
    }
}
