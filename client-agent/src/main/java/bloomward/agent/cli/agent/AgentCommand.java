package bloomward.agent.cli.agent;

import bloomward.agent.cli.settings.ConfigOptions;
import bloomward.agent.config.AgentSetting;
import bloomward.agent.config.Config;
import bloomward.agent.config.Places;
import bloomward.program.settings.SettingOptions;
import bloomward.program.terminal.Io;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/// A command of `bloomward agent` with options for settings.
abstract class AgentCommand implements Callable<Integer>, SettingOptions.Taker {

    final Io io;
    final Places places;
    final Clock clock;
    final ConfigOptions settings;

    AgentCommand(Io io, Places places, ConfigOptions settings) {
        this.io = io;
        this.places = places;
        this.clock = io.clock();
        this.settings = settings;
    }

    @Override
    public final SettingOptions<?> settingOptions() {
        return settings.options();
    }

    /// The remedy where the folder of the store cannot be made because of a variable, as a further line of a message.
    final String remedy(Config config) {
        Path store = config.dataDir();
        if (config.value(AgentSetting.DATA_DIR).isTold() || Files.isDirectory(store)) {
            return "";
        }
        return Stream.of("XDG_DATA_HOME", "HOME")
                .filter(variable -> io.variable(variable).filter(folder -> store.startsWith(folder)).isPresent())
                .findFirst()
                .map(variable -> "\n" + variable + " is " + io.variable(variable).orElse("")
                        + ": set it to a folder that you can write, or name another folder for the store with "
                        + "--data-dir")
                .orElse("");
    }
}
