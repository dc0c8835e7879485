package bloomward.agent.socket.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A line of the local API, read: values by name. What is null is as if it were not there. Immutable.
public final class JsonObject {

    /// The longest string, in characters: far more than a URL that is judged.
    public static final int MAX_TEXT = 1 << 17;

    /// Buffers come from a small pool: the usual kind would keep some for every connection's thread.
    public static final JsonFactory FACTORY = JsonFactory.builder()
            .recyclerPool(JsonRecyclerPools.newBoundedPool(8))
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(8)
                    .maxNameLength(64)
                    .maxNumberLength(32)
                    .maxStringLength(MAX_TEXT)
                    .build())
            .build();

    private final Map<String, Object> values;

    private JsonObject(Map<String, Object> values) {
        this.values = values;
    }

    /// @param maxValues how many values it may have, as each takes many times the memory of its bytes
    /// @throws RequestException if these bytes are no JSON object
    public static JsonObject parse(ByteBuffer line, int maxValues) throws RequestException {
        try (JsonParser json = FACTORY.createParser(text(line))) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw malformed("no JSON object");
            }
            JsonObject object = new Reading(json, maxValues).object();
            if (json.nextToken() != null) {
                throw malformed("after column " + json.currentTokenLocation().getColumnNr()
                        + ": more than one JSON object in a line");
            }
            return object;
        } catch (JsonProcessingException e) {
            int column = e.getLocation() == null ? 1 : e.getLocation().getColumnNr();
            throw malformed(
                    "column " + column + ": " + e.getOriginalMessage().replaceAll("\\[Source: .*?; line", "[line"));
        } catch (CharacterCodingException _) {
            throw malformed("not UTF-8");
        } catch (IOException e) {
            throw malformed(String.valueOf(e.getMessage()));
        }
    }

    /// By hand, as the parser would guess at UTF-16 and make question marks of halves; piece by piece, as the line is in
    /// memory once already.
    private static Reader text(ByteBuffer line) {
        return new InputStreamReader(
                new ByteArrayInputStream(line.array(), line.arrayOffset() + line.position(), line.remaining()),
                UTF_8.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    /// Under way through one line.
    private static final class Reading {

        private final JsonParser json;
        private final int maxValues;
        private int values;

        Reading(JsonParser json, int maxValues) {
            this.json = json;
            this.maxValues = maxValues;
        }

        JsonObject object() throws IOException, RequestException {
            Map<String, Object> fields = new LinkedHashMap<>();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                value().ifPresent(value -> fields.put(name, value));
            }
            return new JsonObject(fields);
        }

        private Optional<Object> value() throws IOException, RequestException {
            if (++values > maxValues) {
                throw new RequestException(RequestException.Code.REQUEST,
                        "a line has at most " + maxValues + " values");
            }
            return switch (json.currentToken()) {
                case VALUE_STRING -> Optional.of(whole());
                case VALUE_NUMBER_INT -> Optional.of(number());
                case VALUE_TRUE -> Optional.of(true);
                case VALUE_FALSE -> Optional.of(false);
                case VALUE_NULL -> Optional.empty();
                case START_OBJECT -> Optional.of(object());
                case START_ARRAY -> Optional.of(array());
                default -> throw malformed(column() + json.getText() + " is nothing that is used here");
            };
        }

        private List<Object> array() throws IOException, RequestException {
            List<Object> items = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                items.add(value().orElseThrow(() -> malformed(column() + "null in an array")));
            }
            return items;
        }

        /// Half a surrogate pair has no UTF-8, so what would be judged is not what was asked.
        private String whole() throws IOException, RequestException {
            String text = json.getText();
            if (text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
                throw malformed(column() + "half a surrogate pair");
            }
            return text;
        }

        private Long number() throws IOException, RequestException {
            try {
                return json.getLongValue();
            } catch (JsonProcessingException _) {
                throw malformed(column() + "a number beyond 64 bits");
            }
        }

        private String column() {
            return "column " + json.currentTokenLocation().getColumnNr() + ": ";
        }
    }

    public Set<String> names() {
        return values.keySet();
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    public Optional<String> text(String name) throws RequestException {
        return value(name, String.class, "a string");
    }

    public Optional<Long> number(String name) throws RequestException {
        return value(name, Long.class, "a whole number");
    }

    public boolean truth(String name) throws RequestException {
        return value(name, Boolean.class, "true or false").orElse(false);
    }

    public Optional<JsonObject> object(String name) throws RequestException {
        return value(name, JsonObject.class, "an object");
    }

    /// Empty if there are none.
    public List<String> texts(String name) throws RequestException {
        return items(name, String.class, "strings");
    }

    /// Empty if there are none.
    public List<JsonObject> objects(String name) throws RequestException {
        return items(name, JsonObject.class, "objects");
    }

    /// The value of a required field.
    public <T> T require(String name, Optional<T> value) throws RequestException {
        return value.orElseThrow(() -> new RequestException(RequestException.Code.REQUEST, name + ": missing"));
    }

    private <T> Optional<T> value(String name, Class<T> type, String expected) throws RequestException {
        Object value = values.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!type.isInstance(value)) {
            throw new RequestException(RequestException.Code.REQUEST, name + ": expected " + expected);
        }
        return Optional.of(type.cast(value));
    }

    private <T> List<T> items(String name, Class<T> type, String expected) throws RequestException {
        List<T> items = new ArrayList<>();
        for (Object item : value(name, List.class, "an array of " + expected).orElse(List.of())) {
            if (!type.isInstance(item)) {
                throw new RequestException(RequestException.Code.REQUEST, name + ": expected an array of " + expected);
            }
            items.add(type.cast(item));
        }
        return items;
    }

    private static RequestException malformed(String message) {
        return new RequestException(RequestException.Code.MALFORMED, message);
    }
}
