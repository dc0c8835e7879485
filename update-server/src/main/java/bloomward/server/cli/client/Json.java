package bloomward.server.cli.client;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The JSON form of the API's records, for this program.
///
/// Times are RFC 3339. Unknown fields are ignored, because a newer server may send more; a missing text, list or map is
/// empty, because an older one may send less. Output is ASCII only: it ends on terminals, where U+0080 to U+009F,
/// U+202E and similar characters act as control characters.
public final class Json {

    private static final int MAX_TEXT_LENGTH = 16 << 20;

    private static final ObjectWriter ROWS = mapper().writer();

    private Json() {}

    /// A value on one line, without the mapper that made it: for rows of a result that is too long for one object.
    public static String line(Object value) {
        try {
            return ROWS.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no record of texts, numbers and times", e);
        }
    }

    public static JsonMapper mapper() {
        SimpleModule times = new SimpleModule().addSerializer(new TimeWriter())
                .addDeserializer(Instant.class, new TimeReader())
                .addSerializer(Optional.class, new OptionalWriter())
                .addDeserializer(Optional.class, new OptionalReader());
        JsonMapper mapper = JsonMapper.builder()
                .addModule(times)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                .build();
        for (Class<?> type : List.of(String.class, List.class, Map.class)) {
            mapper.configOverride(type).setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
        }
        mapper.configOverride(Instant.class).setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.FAIL));
        mapper.getFactory()
                .setCharacterEscapes(new DeleteEscaped())
                .setStreamReadConstraints(StreamReadConstraints.builder().maxStringLength(MAX_TEXT_LENGTH).build());
        return mapper;
    }

    /// Escapes DEL, the one ASCII control character that JSON leaves unescaped.
    private static final class DeleteEscaped extends CharacterEscapes {

        private static final long serialVersionUID = 1;
        private static final int DELETE = 0x7f;

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = standardAsciiEscapesForJSON();
            codes[DELETE] = ESCAPE_STANDARD;
            return codes;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return null;
        }
    }

    @SuppressWarnings("rawtypes") // a class literal has no type parameter
    private static final class OptionalWriter extends StdScalarSerializer<Optional> {

        private static final long serialVersionUID = 1;

        OptionalWriter() {
            super(Optional.class);
        }

        @Override
        public void serialize(Optional value, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writePOJO(value.isPresent() ? value.get() : null);
        }
    }

    /// Reads numbers, the only optional values there are.
    @SuppressWarnings("rawtypes") // as above
    private static final class OptionalReader extends StdScalarDeserializer<Optional> {

        private static final long serialVersionUID = 1;

        OptionalReader() {
            super(Optional.class);
        }

        @Override
        public Optional deserialize(JsonParser json, DeserializationContext context) throws IOException {
            return Optional.of(json.getLongValue());
        }

        @Override
        public Optional getNullValue(DeserializationContext context) {
            return Optional.empty();
        }
    }

    private static final class TimeWriter extends StdScalarSerializer<Instant> {

        private static final long serialVersionUID = 1;

        TimeWriter() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant time, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeString(time.toString());
        }
    }

    private static final class TimeReader extends StdScalarDeserializer<Instant> {

        private static final long serialVersionUID = 1;

        TimeReader() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser json, DeserializationContext context) throws IOException {
            try {
                return Instant.parse(json.getText());
            } catch (DateTimeException e) {
                throw JsonMappingException.from(json, "not an RFC 3339 time", e);
            }
        }
    }
}
