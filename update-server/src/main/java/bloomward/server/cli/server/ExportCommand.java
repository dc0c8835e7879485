package bloomward.server.cli.server;

import bloomward.format.FormatException;
import bloomward.format.release.ReleaseException;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.text.Figures;
import bloomward.server.export.Export;
import bloomward.server.export.PublishedFolder;
import bloomward.server.publish.folder.DataFolder;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `bloomward-server export`.
@Command(name = "export", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = "Writes the publication as plain files, for any web server.",
        footer = {"", "Example: bloomward-server export /var/www/bloomward --data-dir /srv/bloomward"})
final class ExportCommand extends ServerCommand {

    @Parameters(paramLabel = "DIR", description = "Folder to write; created if missing.")
    private Path folder = Path.of("");

    ExportCommand(ServerSession session) {
        super(session, PLACE);
    }

    @Override
    public Integer call() throws IOException, SettingException, CommandException, FormatException {
        DataFolder data = existing(settings());
        try {
            PublishedFolder there = PublishedFolder.open(data);
            int files = Export.write(data, there.published(), there.confirm(), folder);
            say(folder + ": " + Figures.amount(files, "file", "files") + " written",
                    new Fields().put("folder", folder.toString()).put("files", files));
        } catch (UntrustedNoteException | ReleaseException e) {
            throw CommandException.refused(data.root() + ": " + e.getMessage());
        }
        return ExitCode.DONE;
    }
}
