package bloomward.server.cli.server;

import bloomward.format.wire.PublicPath;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.text.Figures;
import bloomward.server.backup.Restore;
import bloomward.server.publish.folder.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `bloomward-server restore`.
@Command(name = "restore", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class, description = "Restores a backup into a new data folder.",
        footer = {"", "Example: bloomward-server restore monday.backup --data-dir /srv/bloomward-new"})
final class RestoreCommand extends ServerCommand {

    @Parameters(paramLabel = "FILE", description = "Backup to restore.")
    private Path file = Path.of("");

    RestoreCommand(ServerSession session) {
        super(session, PLACE);
    }

    @Override
    public Integer call() throws IOException, SettingException, CommandException {
        DataFolder folder = new DataFolder(settings().dataDir());
        Restore.Restored restored = Restore.read(file, folder, session().io().clock().instant());
        Files.copy(folder.file(new PublicPath.RootNote(1)), folder.root().resolve("root.note"));
        say(folder.root() + ": " + restored.files() + " files, " + Figures.amount(restored.lists(), "list", "lists")
                + ". " + restored.advice(),
                new Fields().put("folder", folder.root().toString())
                        .put("files", restored.files())
                        .put("lists", restored.lists()));
        return ExitCode.DONE;
    }
}
