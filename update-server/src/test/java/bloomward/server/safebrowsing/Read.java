package bloomward.server.safebrowsing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import java.util.List;
import java.util.Objects;

/// A message that was read, by the names of its fields.
public record Read(DynamicMessage message) {

    private FieldDescriptor field(String name) {
        return Objects.requireNonNull(message.getDescriptorForType().findFieldByName(name), name);
    }

    void requireAllKnown() {
        assertThat(message.getUnknownFields().asMap()).isEmpty();
        message.getAllFields().forEach((field, value) -> {
            if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                List<?> all = field.isRepeated() ? (List<?>) value : List.of(value);
                all.forEach(each -> new Read((DynamicMessage) each).requireAllKnown());
            }
        });
    }

    public long number(String name) {
        return switch (message.getField(field(name))) {
            case Integer number ->
                field(name).getType() == FieldDescriptor.Type.UINT32 ? Integer.toUnsignedLong(number) : number;
            case Long number -> number;
            default -> throw new IllegalArgumentException(name);
        };
    }

    public boolean flag(String name) {
        return (boolean) message.getField(field(name));
    }

    public String text(String name) {
        return (String) message.getField(field(name));
    }

    public byte[] bytes(String name) {
        return ((ByteString) message.getField(field(name))).toByteArray();
    }

    public boolean has(String name) {
        return message.hasField(field(name));
    }

    public Read inner(String name) {
        return new Read((DynamicMessage) message.getField(field(name)));
    }

    public List<Read> all(String name) {
        return ((List<?>) message.getField(field(name))).stream().map(each -> new Read((DynamicMessage) each)).toList();
    }

    public List<Long> numbers(String name) {
        return ((List<?>) message.getField(field(name))).stream().map(each -> ((Number) each).longValue()).toList();
    }
}
