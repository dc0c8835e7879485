package bloomward.server.cli.server;

import bloomward.program.command.CommandException;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.settings.SettingOptions.SettingFile;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.store.place.StorePlace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/// A command of `bloomward-server` with options for settings, which works on the data folder.
abstract class ServerCommand implements Callable<Integer>, SettingOptions.Taker {

    /// The settings needed by every command, for the data folder and the log.
    static final Set<ServerSetting> PLACE = EnumSet.of(ServerSetting.DATA_DIR, ServerSetting.STORE,
            ServerSetting.STORE_PASSWORD_FILE, ServerSetting.LOG_FORMAT, ServerSetting.LOG_LEVEL,
            ServerSetting.PASSPHRASE_FILE);

    private final ServerSession session;
    private final SettingOptions<ServerSetting> options;

    ServerCommand(ServerSession session, Set<ServerSetting> settings) {
        this.session = session;
        this.options = new SettingOptions<>(ServerSetting.class, settings, List.of("--config"),
                "File with settings in TOML (default: server.toml in the data folder, if present).",
                List.of(new SettingFile("server.toml", "Settings, in the data folder.")));
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

    /// The data folder of an existing server.
    DataFolder existing(Settings settings) throws CommandException {
        DataFolder folder = new DataFolder(settings.dataDir());
        if (!place(settings).isKnown()) {
            throw CommandException.error(settings.dataDir() + ": contains no server; run 'bloomward-server init'");
        }
        return folder;
    }

    /// The store that the settings name.
    static StorePlace place(Settings settings) {
        return StorePlace.of(settings.database(), settings.databasePassword(),
                new DataFolder(settings.dataDir()).database());
    }

    /// The pass phrase of the keys in the key folder, if they are encrypted.
    static Optional<char[]> passPhrase(Settings settings) throws IOException {
        Optional<Path> file = settings.passPhraseFile();
        if (file.isEmpty()) {
            return Optional.empty();
        }
        String text = Files.readString(file.get(), StandardCharsets.UTF_8);
        return Optional.of(text.replaceAll("[\r\n]+$", "").toCharArray());
    }

    /// Writes the result as text or as JSON.
    void say(String words, Fields json) throws IOException {
        session.print(session.isJson() ? session.json(json.inOrder()) + "\n" : words + "\n");
    }
}
