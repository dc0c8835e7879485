package bloomward.server.cli.server;

import bloomward.program.command.CommandException;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.publish.DataFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/// A command of `bloomward-server`: it has options for settings, and works on the folder that they name.
abstract class ServerCommand implements Callable<Integer>, SettingOptions.Taker {

    /// The settings that every command needs to find the server's folder, and to say what it does.
    static final Set<ServerSetting> PLACE = EnumSet.of(ServerSetting.DATA_DIR, ServerSetting.LOG_FORMAT,
            ServerSetting.LOG_LEVEL, ServerSetting.PASSPHRASE_FILE);

    private final ServerSession session;
    private final SettingOptions<ServerSetting> options;

    ServerCommand(ServerSession session, Set<ServerSetting> settings) {
        this.session = session;
        this.options = new SettingOptions<>(ServerSetting.class, settings, List.of("--config"),
                "File with settings, TOML (default: server.toml in the data folder, if it is there).");
    }

    @Override
    public final SettingOptions<ServerSetting> settingOptions() {
        return options;
    }

    ServerSession session() {
        return session;
    }

    Settings settings() throws SettingException {
        return Settings.resolve(options.given(), options.config(), session.io().environment());
    }

    /// The folder of a server that was set up.
    DataFolder existing(Settings settings) throws CommandException {
        DataFolder folder = new DataFolder(settings.dataDir());
        if (!Files.exists(folder.database())) {
            throw CommandException.error(settings.dataDir() + ": no server there; run 'bloomward-server init'");
        }
        return folder;
    }

    /// The pass phrase of the keys in the key folder, if they are locked.
    static Optional<char[]> passPhrase(Settings settings) throws IOException {
        Optional<Path> file = settings.passPhraseFile();
        if (file.isEmpty()) {
            return Optional.empty();
        }
        String text = Files.readString(file.get(), StandardCharsets.UTF_8);
        return Optional.of(text.replaceAll("[\r\n]+$", "").toCharArray());
    }

    /// Gives the result, as words or as JSON.
    void say(String words, Map<String, Object> json) throws IOException {
        session.print(session.isJson() ? session.json(json) + "\n" : words + "\n");
    }
}
