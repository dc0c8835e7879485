package bloomward.server.safebrowsing;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import java.util.Objects;

/// A message in the making, by the names of its fields.
public final class Made {

    private final DynamicMessage.Builder builder;

    Made(DynamicMessage.Builder builder) {
        this.builder = builder;
    }

    /// Sets a field, or adds to a repeated one: numbers, bytes, or another message.
    public Made with(String name, Object value) {
        FieldDescriptor field = Objects.requireNonNull(builder.getDescriptorForType().findFieldByName(name), name);
        Object given = switch (value) {
            case byte[] bytes -> ByteString.copyFrom(bytes);
            case Made made -> made.builder.build();
            default -> value;
        };
        if (field.isRepeated()) {
            builder.addRepeatedField(field, given);
        } else {
            builder.setField(field, given);
        }
        return this;
    }

    public byte[] toBytes() {
        return builder.build().toByteArray();
    }
}
