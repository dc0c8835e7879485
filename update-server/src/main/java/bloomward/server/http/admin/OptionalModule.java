package bloomward.server.http.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.util.Optional;

/// Optional fields: `Optional` in a record. Null reads as empty, and empty is written as null.
final class OptionalModule extends SimpleModule {

    private static final long serialVersionUID = 1;

    OptionalModule() {
        super("optional");
        addDeserializer(Optional.class, new Reader(Optional.empty()));
        addSerializer(Optional.class, new Writer());
    }

    @SuppressWarnings("rawtypes") // a class literal has no type parameter
    private static final class Reader extends JsonDeserializer<Optional> implements ContextualDeserializer {

        private final Optional<JavaType> content;

        Reader(Optional<JavaType> content) {
            this.content = content;
        }

        @Override
        public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
            return new Reader(Optional.of(context.getContextualType().containedTypeOrUnknown(0)));
        }

        @Override
        public Optional deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return Optional.of(context.readValue(parser, content.orElseThrow()));
        }

        @Override
        public Optional getNullValue(DeserializationContext context) {
            return Optional.empty();
        }

        @Override
        public Object getAbsentValue(DeserializationContext context) {
            return Optional.empty();
        }
    }

    @SuppressWarnings("rawtypes") // as above
    private static final class Writer extends JsonSerializer<Optional> {

        @Override
        public void serialize(Optional value, JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writePOJO(value.isPresent() ? value.get() : null);
        }

        @Override
        public boolean isEmpty(SerializerProvider provider, Optional value) {
            return value.isEmpty();
        }
    }
}
