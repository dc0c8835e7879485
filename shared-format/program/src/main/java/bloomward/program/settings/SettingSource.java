package bloomward.program.settings;

import bloomward.program.text.NearMiss;
import bloomward.program.toml.TomlException;
import bloomward.program.toml.TomlTable;
import bloomward.program.toml.TomlTable.Content;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The sources of a program's settings. Settings absent from a source are absent from its map. An unknown name is an
/// error, because errors are better found when a program starts than when the setting is needed.
public final class SettingSource<S extends Enum<S> & Setting> {

    private final Class<S> type;

    public SettingSource(Class<S> type) {
        this.type = type;
    }

    /// The defaults, all of them.
    public Map<S, SettingValue<S>> defaults() {
        Map<S, SettingValue<S>> values = new EnumMap<>(type);
        for (S setting : type.getEnumConstants()) {
            values.put(setting, SettingValue.fallback(setting));
        }
        return values;
    }

    /// The variables of a process; an empty one is not set.
    public Map<S, SettingValue<S>> environment(Map<String, String> environment) throws SettingException {
        Map<S, SettingValue<S>> values = new EnumMap<>(type);
        for (S setting : type.getEnumConstants()) {
            String text = environment.getOrDefault(setting.variable(), "");
            if (!text.isEmpty()) {
                values.put(setting, SettingValue.said(setting, text, "environment " + setting.variable()));
            }
        }
        return values;
    }

    /// The options of a command line.
    public Map<S, SettingValue<S>> options(Map<S, String> given) throws SettingException {
        Map<S, SettingValue<S>> values = new EnumMap<>(type);
        for (Map.Entry<S, String> option : given.entrySet()) {
            S setting = option.getKey();
            values.put(setting, SettingValue.said(setting, option.getValue(), "option " + setting.option()));
        }
        return values;
    }

    /// The settings of a file.
    public Map<S, SettingValue<S>> file(Path file) throws SettingException {
        try {
            return table(file, TomlTable.read(file), "");
        } catch (TomlException e) {
            throw new SettingException(String.valueOf(e.getMessage()));
        }
    }

    /// The settings in a table of a file.
    ///
    /// @param rank appended to file and line in the origin of a value
    public Map<S, SettingValue<S>> table(Path file, TomlTable table, String rank) throws SettingException {
        Map<S, SettingValue<S>> values = new EnumMap<>(type);
        for (String name : table.names()) {
            String where = table.place(name);
            Content content = table.content(name).orElseThrow();
            S setting = setting(name, content, where);
            try {
                String value = setting.kind().read(text(setting, content));
                values.put(setting,
                        new SettingValue<>(setting, Optional.of(setting.kind().from(file, value)), where + rank));
            } catch (SettingException e) {
                throw new SettingException(where + ": " + setting.label() + ": " + e.getMessage());
            }
        }
        return values;
    }

    /// The setting with a name.
    public Optional<S> labelled(String name) {
        return Arrays.stream(type.getEnumConstants()).filter(setting -> setting.label().equals(name)).findFirst();
    }

    private S setting(String name, Content content, String where) throws SettingException {
        Optional<S> known = labelled(name);
        if (known.isPresent()) {
            return known.get();
        }
        throw new SettingException(where + ": unknown " + (content instanceof Content.Table ? "table " : "setting ")
                + name + NearMiss.hint(name, Arrays.stream(type.getEnumConstants()).map(Setting::label)));
    }

    private static String text(Setting setting, Content content) throws SettingException {
        if (setting.kind().isList()) {
            if (content instanceof Content.Texts(List<String> texts)) {
                return listed(texts);
            }
            throw new SettingException("must be names in brackets, such as [\"phishing\", \"malware\"]");
        }
        if (setting.kind().isFlag()) {
            if (content instanceof Content.Truth(boolean truth)) {
                return Boolean.toString(truth);
            }
            throw new SettingException("must be true or false");
        }
        if (setting.kind().isNumber()) {
            if (content instanceof Content.Whole(long number)) {
                return Long.toString(number);
            }
            throw new SettingException("must be a whole number");
        }
        if (content instanceof Content.Text(String text)) {
            return text;
        }
        throw new SettingException("must be a string in quotes");
    }

    private static String listed(List<String> texts) throws SettingException {
        for (String text : texts) {
            if (text.isBlank() || text.contains(",")) {
                throw new SettingException("'" + text + "': must be a name without commas");
            }
        }
        return String.join(",", texts);
    }
}
