package bloomward.agent.config;

import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingSource;
import bloomward.program.settings.SettingValue;
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

/// The sources of settings, from the weakest to the strongest, so that later ones override earlier ones.
final class Layers {

    private static final String CONFIG_VARIABLE = "BLOOMWARD_CONFIG";

    private final SettingSource<AgentSetting> source = new SettingSource<>(AgentSetting.class);
    private final Map<AgentSetting, String> options;
    private final Optional<Path> config;
    private final Surroundings surroundings;
    private final Places places;

    /// @param config the user's file, if the command line names one
    Layers(Map<AgentSetting, String> options, Optional<Path> config, Surroundings surroundings, Places places) {
        this.options = options;
        this.config = config;
        this.surroundings = surroundings;
        this.places = places;
    }

    Map<AgentSetting, SettingValue<AgentSetting>> defaults() {
        return source.defaults();
    }

    /// The machine's `agent.toml`, then the files of `agent.d` beside it, in the order of their names.
    Map<AgentSetting, SettingValue<AgentSetting>> system() throws SettingException {
        Map<AgentSetting, SettingValue<AgentSetting>> values = new EnumMap<>(AgentSetting.class);
        if (!Files.notExists(places.systemFile())) {
            values.putAll(source.file(places.systemFile()));
        }
        for (Path file : dropIns()) {
            values.putAll(source.file(file));
        }
        return values;
    }

    private List<Path> dropIns() throws SettingException {
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

    private SettingException unreadable(Exception e) {
        return new SettingException(places.dropIns() + ": "
                + (e instanceof AccessDeniedException ? "access denied" : "not a readable folder"));
    }

    /// A named file must exist; the default one need not.
    Map<AgentSetting, SettingValue<AgentSetting>> user() throws SettingException {
        Optional<Path> named = config.or(() -> surroundings.variable(CONFIG_VARIABLE).map(Path::of));
        Optional<Path> file = named.or(() -> surroundings.userFile().filter(Files::exists));
        return file.isPresent() ? source.file(file.get()) : Map.of();
    }

    Map<AgentSetting, SettingValue<AgentSetting>> environment() throws SettingException {
        return source.environment(surroundings.environment());
    }

    Map<AgentSetting, SettingValue<AgentSetting>> options() throws SettingException {
        return source.options(options);
    }
}
