package bloomward.program.settings;

import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/// Command-line options for settings, made from their declarations, and their values on a command line.
///
/// A command with such options implements [Taker] and names [Adder] as its `modelTransformer`. It is made a
/// `CommandLine` before it becomes a subcommand: picocli transforms no command that it wraps itself.
public final class SettingOptions<S extends Enum<S> & Setting> {

    private final Collection<S> settings;
    private final List<String> configNames;
    private final String configDescription;
    private final List<SettingFile> files;
    private final Map<S, String> given;
    private Optional<Path> config = Optional.empty();

    /// @param settings with an option in the command
    /// @param configNames names of the option for a settings file
    /// @param files read without being named
    public SettingOptions(Class<S> type, Collection<S> settings, List<String> configNames, String configDescription,
            List<SettingFile> files) {
        this.settings = List.copyOf(settings);
        this.configNames = List.copyOf(configNames);
        this.configDescription = configDescription;
        this.files = List.copyOf(files);
        this.given = new EnumMap<>(type);
    }

    /// A file with settings.
    ///
    /// @param place as users write it
    public record SettingFile(String place, String purpose) {}

    /// A command with options for settings.
    public interface Taker {

        SettingOptions<?> settingOptions();
    }

    /// Adds the options to a command.
    public static final class Adder implements IModelTransformer {

        public Adder() {}

        @Override
        public CommandSpec transform(CommandSpec command) {
            if (command.userObject() instanceof Taker taker) {
                taker.settingOptions().addTo(command);
            }
            return command;
        }
    }

    /// The settings with an option.
    public List<S> settings() {
        return List.copyOf(settings);
    }

    /// The files with settings.
    public List<SettingFile> files() {
        return files;
    }

    /// The values given on the command line.
    public Map<S, String> given() {
        return given;
    }

    /// The settings file named on the command line.
    public Optional<Path> config() {
        return config;
    }

    private void addTo(CommandSpec command) {
        command.addOption(OptionSpec.builder(configNames.toArray(String[]::new))
                .type(Path.class)
                .paramLabel("FILE")
                .description(configDescription)
                .setter(setter(value -> config = Optional.of((Path) value)))
                .build());
        for (S setting : settings) {
            OptionSpec.Builder option = OptionSpec.builder(setting.option())
                    .description(setting.purpose() + ".")
                    .setter(setter(value -> given.put(setting, value.toString())));
            command.addOption((setting.kind().isFlag()
                    // one that is true by default would be of no use without --no-NAME
                    ? option.type(boolean.class).negatable(Boolean.parseBoolean(setting.fallback()))
                    : option.type(String.class).paramLabel(setting.kind().paramLabel())).build());
        }
    }

    private interface Taking {
        void take(Object value);
    }

    /// Picocli first sets options that are not on the command line to null.
    private static ISetter setter(Taking taking) {
        return new ISetter() {
            @Override
            @SuppressWarnings("TypeParameterUnusedInFormals") // picocli's
            public <T> T set(T value) {
                if (value != null) {
                    taking.take(value);
                }
                return value;
            }
        };
    }
}
