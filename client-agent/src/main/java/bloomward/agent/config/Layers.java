package bloomward.agent.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What each of those who may say something says, the weaker first, so that the stronger come later and win.
final class Layers {

    /// The option, and behind `BLOOMWARD_` the variable, that names the file to be read as the user's.
    private static final String CONFIG_OPTION = "config";
    private static final String CONFIG_VARIABLE = "BLOOMWARD_CONFIG";

    private final Map<String, String> options;
    private final Surroundings surroundings;
    private final Places places;

    Layers(Map<String, String> options, Surroundings surroundings, Places places) {
        this.options = options;
        this.surroundings = surroundings;
        this.places = places;
    }

    /// `agent.toml` of the machine, then what lies beside it in `agent.d`, in the order of the names.
    Map<Setting, Config.Value> system() throws ConfigException {
        Map<Setting, Config.Value> values = new EnumMap<>(Setting.class);
        if (!Files.notExists(places.systemFile())) {
            values.putAll(SettingsFile.read(places.systemFile()));
        }
        for (Path file : dropIns()) {
            values.putAll(SettingsFile.read(file));
        }
        return values;
    }

    private List<Path> dropIns() throws ConfigException {
        List<Path> files = new ArrayList<>();
        if (Files.notExists(places.dropIns())) {
            return files;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(places.dropIns(), "[!.]*.toml")) {
            found.forEach(files::add);
        } catch (DirectoryIteratorException e) {
            throw unreadable(e);
        } catch (IOException e) {
            throw unreadable(e);
        }
        Collections.sort(files);
        return files;
    }

    private ConfigException unreadable(Exception e) {
        return new ConfigException(places.dropIns() + ": "
                + (e instanceof AccessDeniedException ? "access denied" : "no folder that can be read"));
    }

    /// The file that was named must be there, the one that might be there need not.
    Map<Setting, Config.Value> user() throws ConfigException {
        Optional<Path> named = Optional.ofNullable(options.get(CONFIG_OPTION))
                .or(() -> surroundings.variable(CONFIG_VARIABLE)).map(Path::of);
        Optional<Path> file = named.or(() -> surroundings.userFile().filter(Files::exists));
        return file.isPresent() ? SettingsFile.read(file.get()) : Map.of();
    }

    Map<Setting, Config.Value> environment() throws ConfigException {
        Map<Setting, Config.Value> values = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            Optional<String> variable = surroundings.variable(setting.variable());
            if (variable.isPresent()) {
                values.put(setting, checked(setting, variable.get(), "environment " + setting.variable()));
            }
        }
        return values;
    }

    Map<Setting, Config.Value> options() throws ConfigException {
        Map<Setting, Config.Value> values = new EnumMap<>(Setting.class);
        for (Map.Entry<String, String> option : options.entrySet()) {
            if (!option.getKey().equals(CONFIG_OPTION)) {
                Setting setting = Setting.labelled(option.getKey()).orElseThrow();
                values.put(setting, checked(setting, option.getValue(), "option " + setting.option()));
            }
        }
        return values;
    }

    private static Config.Value checked(Setting setting, String text, String origin) throws ConfigException {
        try {
            return new Config.Value(setting, Optional.of(setting.read(text)), origin);
        } catch (ConfigException e) {
            throw new ConfigException(origin + ": " + e.getMessage());
        }
    }
}
