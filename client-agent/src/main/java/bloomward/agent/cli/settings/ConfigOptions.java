package bloomward.agent.cli.settings;

import bloomward.agent.config.AgentSetting;
import bloomward.agent.config.Config;
import bloomward.agent.config.Places;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.settings.SettingOptions.SettingFile;
import bloomward.program.terminal.Io;
import bloomward.program.text.Printable;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Settings that a command takes as options.
public final class ConfigOptions {

    /// Settings of a command that talks to the agent.
    private static final Set<AgentSetting> PLACE = EnumSet.of(AgentSetting.DATA_DIR, AgentSetting.SOCKET,
            AgentSetting.LOG_LEVEL);
    /// Further settings of a command that judges URLs.
    private static final Set<AgentSetting> ASKING = EnumSet.of(AgentSetting.CONFIRM, AgentSetting.UNCONFIRMED,
            AgentSetting.STALE, AgentSetting.CA_FILE, AgentSetting.LISTS);

    private static final List<SettingFile> FILES = List.of(
            new SettingFile("~/.config/bloomward/agent.toml", "Settings of the user."),
            new SettingFile("/etc/bloomward/agent.toml, /etc/bloomward/agent.d", "Settings of the machine."),
            new SettingFile("/etc/bloomward/policy.toml", "Settings that no user can change."));

    private final SettingOptions<AgentSetting> options;

    private ConfigOptions(Set<AgentSetting> settings) {
        this.options = new SettingOptions<>(AgentSetting.class, settings, List.of("-c", "--config"),
                "File to read instead of the user's settings file.", FILES);
    }

    public static ConfigOptions place() {
        return new ConfigOptions(PLACE);
    }

    public static ConfigOptions asking() {
        Set<AgentSetting> settings = EnumSet.copyOf(PLACE);
        settings.addAll(ASKING);
        return new ConfigOptions(settings);
    }

    /// Settings of a running agent.
    public static ConfigOptions all() {
        return new ConfigOptions(EnumSet.allOf(AgentSetting.class));
    }

    public SettingOptions<AgentSetting> options() {
        return options;
    }

    /// All values, without printing warnings about them.
    public Config examined(Io io, Places places) throws SettingException {
        return Config.resolve(options.given(), options.config(), io.environment(), places);
    }

    /// All values, with warnings about them on the error stream.
    public Config resolve(Io io, Places places) throws SettingException {
        Config config = examined(io, places);
        config.warnings().forEach(warning -> io.err().println("bloomward: warning: " + Printable.of(warning)));
        return config;
    }
}
