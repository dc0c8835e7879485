package bloomward.agent.config;

import bloomward.agent.config.TomlFile.Content;
import bloomward.agent.config.TomlFile.Item;
import bloomward.agent.config.TomlFile.Table;
import bloomward.agent.config.TomlFile.Text;
import bloomward.agent.config.TomlFile.Texts;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Settings in a file: `poll-interval = "5m"`. Strict: a name that means nothing is a mistake, and a mistake in settings is
/// better found when the agent starts than when it is needed.
final class SettingsFile {

    private SettingsFile() {}

    /// What a file of settings says.
    static Map<Setting, Config.Value> read(Path file) throws ConfigException {
        return values(file, TomlFile.read(file), "");
    }

    /// The values of items.
    ///
    /// @param rank put behind the file and the line where a value comes from
    static Map<Setting, Config.Value> values(Path file, List<Item> items, String rank) throws ConfigException {
        Map<Setting, Config.Value> values = new EnumMap<>(Setting.class);
        for (Item item : items) {
            String where = file + " line " + item.line();
            Setting setting = setting(item, where);
            try {
                String value = setting.read(text(setting, item.content()));
                values.put(setting, new Config.Value(setting, Optional.of(setting.from(file, value)), where + rank));
            } catch (ConfigException e) {
                throw new ConfigException(where + ": " + setting.label() + ": " + e.getMessage());
            }
        }
        return values;
    }

    private static Setting setting(Item item, String where) throws ConfigException {
        Optional<Setting> known = Setting.labelled(item.name());
        if (known.isPresent()) {
            return known.get();
        }
        String kind = item.content() instanceof Table ? "table " : "setting ";
        String hint = NearMiss.of(item.name(), Arrays.stream(Setting.values()).map(Setting::label))
                .map(name -> "; did you mean " + name + "?").orElse("");
        throw new ConfigException(where + ": there is no " + kind + item.name() + hint);
    }

    private static String text(Setting setting, Content content) throws ConfigException {
        if (setting.isList()) {
            if (content instanceof Texts(List<String> texts)) {
                return listed(texts);
            }
            throw new ConfigException("names in brackets are needed, such as [\"phishing\", \"malware\"]");
        }
        if (content instanceof Text(String text)) {
            return text;
        }
        throw new ConfigException("a text in quotes is needed");
    }

    private static String listed(List<String> texts) throws ConfigException {
        for (String text : texts) {
            if (text.isBlank() || text.contains(",")) {
                throw new ConfigException("'" + text + "' is no name of a list");
            }
        }
        return String.join(",", texts);
    }
}
