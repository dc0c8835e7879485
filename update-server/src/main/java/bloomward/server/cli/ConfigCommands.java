package bloomward.server.cli;

import bloomward.server.cli.client.Json;
import bloomward.server.config.SettingException;
import bloomward.server.config.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `bloomward-server config`.
@Command(name = "config", mixinStandardHelpOptions = true,
        description = "Shows the settings, and where each comes from.",
        footer = {"", "Example: bloomward-server config show --origin"})
final class ConfigCommands {

    static CommandLine of(ServerSession session) {
        return new CommandLine(new ConfigCommands()).addSubcommand(new Shown(session));
    }

    /// A setting as it is printed.
    ///
    /// @param value empty if it is not set
    record Row(String name, String value, String origin) {}

    record Rows(List<Row> settings) {}

    @Command(name = "show", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Shows the settings as serve would have them with the same options. Secrets are in files and are not shown."},
            footer = {"", "Example: bloomward-server config show --origin --data-dir /srv/bloomward"})
    private static final class Shown implements Callable<Integer> {

        private final ServerSession session;

        @Option(names = "--origin", description = "Say where each value comes from.")
        private boolean origin;

        @Mixin
        private SettingOptions.All settings = new SettingOptions.All();

        Shown(ServerSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, SettingException {
            Io io = session.io();
            Rows rows = new Rows(settings.resolve(io).all().stream().map(Shown::row).toList());
            String text = session.isJson() ? Json.mapper().writeValueAsString(rows) + "\n" : text(rows);
            io.out().write(text.getBytes(StandardCharsets.UTF_8));
            io.out().flush();
            return ExitCodes.DONE;
        }

        private static Row row(Settings.Value value) {
            return new Row(value.setting().label(), value.text().orElse(""), value.origin());
        }

        private String text(Rows rows) {
            Table table = origin ? new Table("setting", "value", "origin") : new Table("setting", "value");
            for (Row row : rows.settings()) {
                String value = Words.orDash(row.value());
                if (origin) {
                    table.row(row.name(), value, row.origin());
                } else {
                    table.row(row.name(), value);
                }
            }
            return new Page().table(table).toText(false);
        }
    }
}
