package bloomward.server.cli.server;

import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.settings.SettingsPage;
import bloomward.server.config.ServerSetting;
import java.io.IOException;
import java.util.EnumSet;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bloomward-server config`.
@Command(name = "config", mixinStandardHelpOptions = true, description = "Shows the settings and their origins.",
        footer = {"", "Example: bloomward-server config show --origin"})
final class ConfigCommands {

    static CommandLine of(ServerSession session) {
        return new CommandLine(new ConfigCommands()).addSubcommand(new CommandLine(new Shown(session)));
    }

    @Command(name = "show", mixinStandardHelpOptions = true, sortOptions = false,
            modelTransformer = SettingOptions.Adder.class,
            description = "Shows the settings that 'serve' would use with the same options. Secrets are in files and"
                    + " are not shown.",
            footer = {"", "Example: bloomward-server config show --origin --data-dir /srv/bloomward"})
    private static final class Shown extends ServerCommand {

        @Option(names = "--origin", description = "Show the origin of each value.")
        private boolean origin;

        Shown(ServerSession session) {
            super(session, EnumSet.allOf(ServerSetting.class));
        }

        @Override
        public Integer call() throws IOException, SettingException {
            SettingsPage page = new SettingsPage(settings().all());
            session().print(session().isJson() ? page.toJson() + "\n" : page.toText(origin));
            return ExitCode.DONE;
        }
    }
}
