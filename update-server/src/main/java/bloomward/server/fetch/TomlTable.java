package bloomward.server.fetch;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A table of a TOML file that knows which of its keys were asked for, so that a misspelt one is an error and not
/// silently without effect; and that says at which line something is wrong. Used by one thread.
final class TomlTable {

    private final String where;
    private final String[] lines;
    private final String prefix;
    private final JsonNode node;
    private final Set<String> known = new HashSet<>();

    private TomlTable(String where, String[] lines, String prefix, JsonNode node) {
        this.where = where;
        this.lines = lines;
        this.prefix = prefix;
        this.node = node;
    }

    static TomlTable parse(String where, String text) throws FeedDefinitionException {
        try {
            JsonNode node = new TomlMapper().readTree(text);
            return new TomlTable(where, text.split("\n", -1), "",
                    node.isObject() ? node : JsonNodeFactory.instance.objectNode());
        } catch (JacksonException e) {
            JsonLocation location = e.getLocation();
            String line = location == null ? "" : " line " + location.getLineNr() + ":";
            throw new FeedDefinitionException(where + ":" + line + " no TOML: " + firstLine(e.getOriginalMessage()));
        }
    }

    String string(String name) throws FeedDefinitionException {
        Optional<String> value = optionalString(name);
        if (value.isEmpty()) {
            throw new FeedDefinitionException(where + ": " + prefix + name + " is missing");
        }
        return value.get();
    }

    Optional<String> optionalString(String name) throws FeedDefinitionException {
        known.add(name);
        JsonNode value = node.path(name);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!value.isTextual() || value.textValue().isBlank()) {
            throw wrong(name, "a text that is not empty");
        }
        return Optional.of(value.textValue());
    }

    List<String> strings(String name) throws FeedDefinitionException {
        known.add(name);
        List<String> values = new ArrayList<>();
        JsonNode array = node.path(name);
        for (JsonNode value : array) {
            if (!value.isTextual()) {
                throw wrong(name, "an array of texts");
            }
            values.add(value.textValue());
        }
        if (!array.isMissingNode() && !array.isArray()) {
            throw wrong(name, "an array of texts");
        }
        return values;
    }

    long number(String name, long least, long most, long usual) throws FeedDefinitionException {
        known.add(name);
        JsonNode value = node.path(name);
        if (value.isMissingNode()) {
            return usual;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < least
                || value.longValue() > most) {
            throw wrong(name, "a number from " + least + " to " + most);
        }
        return value.longValue();
    }

    Optional<TomlTable> table(String name) throws FeedDefinitionException {
        known.add(name);
        JsonNode value = node.path(name);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!value.isObject()) {
            throw wrong(name, "a table");
        }
        return Optional.of(new TomlTable(where, lines, prefix + name + ".", value));
    }

    /// To be called when all keys that there can be were asked for.
    void refuseUnknown() throws FeedDefinitionException {
        for (String name : (Iterable<String>) node::fieldNames) {
            if (!known.contains(name)) {
                throw new FeedDefinitionException(place(name) + "unknown key " + prefix + name);
            }
        }
    }

    FeedDefinitionException wrong(String name, String expected) {
        return new FeedDefinitionException(place(name) + prefix + name + " must be " + expected);
    }

    /// The line is looked for in the text, because the parser of TOML keeps no places.
    private String place(String name) {
        String table = "";
        Pattern assignment = Pattern.compile("\\s*[\"']?" + Pattern.quote(name) + "[\"']?\\s*[=.].*");
        Pattern dotted = Pattern.compile("\\s*" + Pattern.quote(prefix + name) + "\\s*=.*");
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i].strip();
            if (line.startsWith("[")) {
                table = line.substring(1, Math.max(1, line.indexOf(']'))).strip() + ".";
                if (table.equals(prefix + name + ".")) {
                    return where + ": line " + (i + 1) + ": ";
                }
            } else if ((table.equals(prefix) && assignment.matcher(line).matches())
                    || dotted.matcher(line).matches()) {
                return where + ": line " + (i + 1) + ": ";
            }
        }
        return where + ": ";
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }
}
