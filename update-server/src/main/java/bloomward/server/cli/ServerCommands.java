package bloomward.server.cli;

import bloomward.format.FormatException;
import bloomward.server.config.ActionException;
import bloomward.server.config.ServerActions.Backup;
import bloomward.server.config.ServerActions.Export;
import bloomward.server.config.ServerActions.Restore;
import bloomward.server.config.ServerActions.Serve;
import bloomward.server.config.ServerActions.Verify;
import bloomward.server.config.SettingException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// The commands of `bloomward-server` that are little more than their settings.
final class ServerCommands {

    private ServerCommands() {}

    @Command(name = "serve", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Answers agents and administrators, until it is told to stop.",
            footer = {"", "Example: bloomward-server serve --data-dir /srv/bloomward --listen 0.0.0.0:8480"})
    static final class ServeCommand implements Callable<Integer> {

        private final ServerSession session;

        @Mixin
        private SettingOptions.All settings = new SettingOptions.All();

        ServeCommand(ServerSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, SettingException, ActionException, FormatException,
                InterruptedException {
            session.actions().serve(new Serve(settings.resolve(session.io())), session.output());
            return ExitCodes.DONE;
        }
    }

    @Command(name = "export", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Writes what is published as plain files, for any web server.",
            footer = {"", "Example: bloomward-server export /var/www/bloomward --data-dir /srv/bloomward"})
    static final class ExportCommand implements Callable<Integer> {

        private final ServerSession session;

        @Parameters(paramLabel = "DIR", description = "The folder to write; made if it is not there.")
        private Path folder = Path.of("");

        @Mixin
        private SettingOptions.Place settings = new SettingOptions.Place();

        ExportCommand(ServerSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, SettingException, ActionException, FormatException,
                InterruptedException {
            session.actions().export(new Export(settings.resolve(session.io()), folder), session.output());
            return ExitCodes.DONE;
        }
    }

    @Command(name = "verify", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Checks everything that is stored.", "Exit code: 0 if all is well, 1 if something is broken, 2 on errors."},
            footer = {"", "Example: bloomward-server verify --data-dir /srv/bloomward"})
    static final class VerifyCommand implements Callable<Integer> {

        private final ServerSession session;

        @Mixin
        private SettingOptions.Place settings = new SettingOptions.Place();

        VerifyCommand(ServerSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, SettingException, ActionException, FormatException,
                InterruptedException {
            session.actions().verify(new Verify(settings.resolve(session.io())), session.output());
            return ExitCodes.DONE;
        }
    }

    @Command(name = "backup", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Writes a copy of everything that is stored, also while the server runs.",
            footer = {"", "Example: bloomward-server backup monday.backup --data-dir /srv/bloomward"})
    static final class BackupCommand implements Callable<Integer> {

        private final ServerSession session;

        @Parameters(paramLabel = "FILE", description = "The file to write; it must not exist yet.")
        private Path file = Path.of("");

        @Mixin
        private SettingOptions.Place settings = new SettingOptions.Place();

        BackupCommand(ServerSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, SettingException, ActionException, FormatException,
                InterruptedException {
            session.actions().backup(new Backup(settings.resolve(session.io()), file), session.output());
            return ExitCodes.DONE;
        }
    }

    @Command(name = "restore", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Puts a copy back, into a folder without a server.",
            footer = {"", "Example: bloomward-server restore monday.backup --data-dir /srv/bloomward-new"})
    static final class RestoreCommand implements Callable<Integer> {

        private final ServerSession session;

        @Parameters(paramLabel = "FILE", description = "What backup has written.")
        private Path file = Path.of("");

        @Mixin
        private SettingOptions.Place settings = new SettingOptions.Place();

        RestoreCommand(ServerSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, SettingException, ActionException, FormatException,
                InterruptedException {
            session.actions().restore(new Restore(settings.resolve(session.io()), file), session.output());
            return ExitCodes.DONE;
        }
    }
}
