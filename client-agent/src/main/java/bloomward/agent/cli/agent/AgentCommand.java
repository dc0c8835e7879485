package bloomward.agent.cli.agent;

import bloomward.agent.cli.settings.ConfigOptions;
import bloomward.agent.config.Places;
import bloomward.program.settings.SettingOptions;
import bloomward.program.terminal.Io;
import java.time.Clock;
import java.util.concurrent.Callable;

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
}
