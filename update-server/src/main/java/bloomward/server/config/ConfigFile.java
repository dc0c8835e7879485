package bloomward.server.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A TOML file of settings: `listen = "0.0.0.0:8480"`. Strict: a name that means nothing is a mistake, and a mistake in
/// settings is better found when the server starts than when it is needed.
final class ConfigFile {

    private static final int MAX_SIZE_IN_BYTES = 64 * 1024;

    private final Path file;
    private final List<String> lines;

    private ConfigFile(Path file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    /// What a file says.
    ///
    /// @throws IOException if it is not there or cannot be read
    static Map<Setting, Settings.Value> read(Path file) throws IOException, SettingException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_SIZE_IN_BYTES + 1);
        }
        if (bytes.length > MAX_SIZE_IN_BYTES) {
            throw new SettingException(file + ": more than " + MAX_SIZE_IN_BYTES + " bytes");
        }
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException _) {
            throw new SettingException(file + ": is no UTF-8 text");
        }
        return new ConfigFile(file, text.lines().toList()).values(text);
    }

    private Map<Setting, Settings.Value> values(String text) throws SettingException {
        JsonNode tree;
        try {
            tree = new TomlMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new SettingException(file + where(e.getLocation()) + ": no TOML: " + e.getOriginalMessage());
        }
        Map<Setting, Settings.Value> values = new EnumMap<>(Setting.class);
        for (Map.Entry<String, JsonNode> field : tree.properties()) {
            String where = file + " line " + lineOf(field.getKey());
            Setting setting = setting(field.getKey(), where);
            String value = value(setting, field.getValue(), where);
            try {
                setting.require(value);
            } catch (SettingException e) {
                throw new SettingException(where + ": " + setting.label() + ": " + e.getMessage());
            }
            values.put(setting, new Settings.Value(setting, Optional.of(resolved(setting, value)), where));
        }
        return values;
    }

    /// The parser has read the end of the line when it finds some mistakes, and then stands before the next one.
    private static String where(@Nullable JsonLocation at) {
        if (at == null) {
            return "";
        }
        return " line " + (at.getColumnNr() <= 1 ? Math.max(1, at.getLineNr() - 1) : at.getLineNr());
    }

    private static Setting setting(String name, String where) throws SettingException {
        Setting setting = Setting.labelled(name)
                .orElseThrow(() -> new SettingException(where + ": there is no setting " + name));
        if (setting == Setting.DATA_DIR) {
            throw new SettingException(where + ": data-dir is said by " + setting.option() + " or "
                    + setting.variable() + ", as this file may lie in that folder");
        }
        return setting;
    }

    private static String value(Setting setting, JsonNode node, String where) throws SettingException {
        if (setting.isFlag() ? !node.isBoolean() : !node.isTextual()) {
            throw new SettingException(where + ": " + setting.label() + ": "
                    + (setting.isFlag() ? "true or false is needed" : "a text in quotes is needed"));
        }
        return node.asText();
    }

    /// A path in a file is meant from where the file lies, wherever the server is started.
    private String resolved(Setting setting, String value) {
        return setting.isPath() ? file.toAbsolutePath().resolveSibling(value).toString() : value;
    }

    /// Where a name is first set, or the table of that name begins; the parser does not say.
    private int lineOf(String name) {
        Pattern place = Pattern.compile("\\s*\\[*\\s*([\"']?)" + Pattern.quote(name) + "\\1\\s*[=.\\]].*");
        for (int i = 0; i < lines.size(); i++) {
            if (place.matcher(lines.get(i)).matches()) {
                return i + 1;
            }
        }
        return 1;
    }
}
