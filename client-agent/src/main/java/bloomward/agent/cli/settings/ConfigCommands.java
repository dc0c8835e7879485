package bloomward.agent.cli.settings;

import bloomward.agent.cli.io.Facts;
import bloomward.agent.cli.io.OutputOption;
import bloomward.agent.config.AgentSetting;
import bloomward.agent.config.Config;
import bloomward.agent.config.Places;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.settings.SettingValue;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import bloomward.program.text.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward config`.
@Command(name = "config", mixinStandardHelpOptions = true,
        description = "Shows the agent's settings and their origins, and checks settings files.")
public final class ConfigCommands {

    public static CommandLine of(Io io, Places places) {
        return new CommandLine(new ConfigCommands()).addSubcommand(new CommandLine(new Shown(io, places)))
                .addSubcommand(new Checked(io));
    }

    private static void write(Io io, OutputOption output, List<SettingValue<AgentSetting>> values, boolean origin)
            throws IOException {
        if (output.isJson()) {
            new Facts().put("settings", values.stream().map(ConfigCommands::row).toList()).write(io, output.format());
            return;
        }
        int labels = values.stream().mapToInt(value -> value.setting().label().length()).max().orElse(0);
        int texts = values.stream().mapToInt(value -> text(value).length()).max().orElse(0);
        StringBuilder shown = new StringBuilder();
        for (SettingValue<AgentSetting> value : values) {
            String line = padded(value.setting().label(), labels) + "  "
                    + (origin ? padded(text(value), texts) + "  " + Printable.of(value.origin()) : text(value));
            shown.append(line).append('\n');
        }
        try (Output out = new Output(io.out())) {
            out.write(shown.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Facts row(SettingValue<AgentSetting> value) {
        return new Facts().put("name", value.setting().label())
                .put("value", value.text().orElse(""))
                .put("origin", value.origin());
    }

    private static String text(SettingValue<AgentSetting> value) {
        return Printable.of(value.text().filter(text -> !text.isEmpty()).orElse("-"));
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }

    /// `bloomward config show`.
    @Command(name = "show", mixinStandardHelpOptions = true, sortOptions = false,
            modelTransformer = SettingOptions.Adder.class,
            description = "Shows the settings that the agent would use with the same options.",
            footer = {"", "Example: bloomward config show --origin"})
    private static final class Shown implements Callable<Integer>, SettingOptions.Taker {

        private final Io io;
        private final Places places;

        @Option(names = "--origin", description = "Show the origin of each value.")
        private boolean origin;

        @Mixin
        private OutputOption output = new OutputOption();

        private final ConfigOptions settings = ConfigOptions.all();

        Shown(Io io, Places places) {
            this.io = io;
            this.places = places;
        }

        @Override
        public SettingOptions<?> settingOptions() {
            return settings.options();
        }

        @Override
        public Integer call() throws IOException, SettingException {
            write(io, output, settings.resolve(io, places).values(), origin);
            return ExitCode.DONE;
        }
    }

    /// `bloomward config check`.
    @Command(name = "check", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Reads a settings file or a policy without applying it, and shows its values.",
                "Exit code: 0 if the whole file is valid, 2 if not."},
            footer = {"", "Example: bloomward config check --policy new-policy.toml"})
    private static final class Checked implements Callable<Integer> {

        private final Io io;

        @Parameters(paramLabel = "FILE", description = "File to read.")
        private Path file = Path.of("");

        @Option(names = "--policy", description = "FILE is a policy, with the tables [enforced] and [default].")
        private boolean policy;

        @Mixin
        private OutputOption output = new OutputOption();

        Checked(Io io) {
            this.io = io;
        }

        @Override
        public Integer call() throws IOException, SettingException {
            write(io, output, Config.check(file, policy), true);
            return ExitCode.DONE;
        }
    }
}
