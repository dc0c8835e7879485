package bloomward.server.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;

/// A small JSON object without others in it, as texts of the store are: details of the audit log, counts of a feed.
public final class FlatJson {

    /// The object with nothing in it.
    public static final String EMPTY = "{}";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ObjectNode fields = JsonNodeFactory.instance.objectNode();

    private FlatJson() {}

    public static FlatJson of(String name, String value) {
        FlatJson json = new FlatJson();
        json.fields.put(name, value);
        return json;
    }

    public static FlatJson of(String name, long value) {
        return new FlatJson().with(name, value);
    }

    /// Adds a field behind those that are there.
    public FlatJson with(String name, long value) {
        fields.put(name, value);
        return this;
    }

    /// Adds a text behind the fields that are there.
    public FlatJson with(String name, String value) {
        fields.put(name, value);
        return this;
    }

    /// Reads an object of numbers.
    public static Map<String, Long> numbers(String json) throws IOException {
        try {
            return JSON.readValue(json, new TypeReference<>() {});
        } catch (JsonProcessingException e) {
            throw new IOException("damaged database: no JSON object of numbers: " + json, e);
        }
    }

    /// The object on one line, without spaces.
    @Override
    public String toString() {
        return fields.toString();
    }
}
