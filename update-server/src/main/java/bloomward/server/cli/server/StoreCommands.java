package bloomward.server.cli.server;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.text.Figures;
import bloomward.server.config.Settings;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.setup.StoreTransfer;
import bloomward.server.store.place.StorePlace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bloomward-server store`.
@Command(name = "store", mixinStandardHelpOptions = true, description = "Works on the store as a whole.",
        footer = {"", "Example: bloomward-server store move --to postgresql://bloomward@127.0.0.1/bloomward"})
final class StoreCommands {

    static CommandLine of(ServerSession session) {
        return new CommandLine(new StoreCommands()).addSubcommand(new CommandLine(new Move(session)));
    }

    @Command(name = "move", mixinStandardHelpOptions = true, sortOptions = false,
            modelTransformer = SettingOptions.Adder.class,
            description = {
                "Moves the store of a stopped server to an empty PostgreSQL database, or back to SQLite, and compares"
                        + " every table afterwards.",
                "The old store stays, but no server opens it any more. Then change the setting 'store'.",
                "Exit code: 0 if moved; 1 if the target is not empty; 2 on errors."},
            footer = {"", "Example: bloomward-server store move --data-dir /srv/bloomward"
                    + " --to postgresql://bloomward@127.0.0.1/bloomward --to-password-file /etc/bloomward/db.password"})
    private static final class Move extends ServerCommand {

        @Option(names = "--to", required = true, paramLabel = "sqlite|URL",
                description = "New place: sqlite for the data folder, or postgresql://USER@HOST[:PORT]/DATABASE.")
        private String to = "";

        @Option(names = "--to-password-file", paramLabel = "FILE",
                description = "File with the password for the new database (default: as PGPASSFILE or ~/.pgpass says).")
        private Optional<Path> toPasswordFile = Optional.empty();

        Move(ServerSession session) {
            super(session, PLACE);
        }

        @Override
        public Integer call() throws IOException, SettingException, CommandException {
            Settings settings = settings();
            DataFolder folder = existing(settings);
            StorePlace target;
            try {
                target = StorePlace.of(Settings.database(to), toPasswordFile, folder.database());
            } catch (SettingException e) {
                throw CommandException.error("--to: " + e.getMessage());
            }
            StoreTransfer.Moved moved = StoreTransfer.run(folder, place(settings), target,
                    session().io().clock().instant());
            say("Moved to " + target + ": " + Figures.amount(moved.rows(), "row", "rows") + " in " + moved.tables()
                    + " tables, " + Figures.amount(moved.files(), "file", "files")
                    + "; both stores compared equal, audit log intact, last hash " + moved.audit()
                    + ".\nThe old store is left as " + moved.left() + ".\nNow set  store = \"" + to + "\""
                    + toPasswordFile.map(file -> "  and  store-password-file = \"" + file + "\"").orElse("")
                    + "  in server.toml, and start the server.",
                    new Fields().put("to", target.toString())
                            .put("tables", moved.tables())
                            .put("rows", moved.rows())
                            .put("files", moved.files())
                            .put("audit", moved.audit().toHex())
                            .put("left", moved.left()));
            return ExitCode.DONE;
        }
    }
}
