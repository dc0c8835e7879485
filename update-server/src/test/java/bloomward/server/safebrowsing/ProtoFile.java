package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.InputStream;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A `.proto` file as messages of the protocol buffer library: reads and makes what the gateway writes by hand. Knows as much of
/// the syntax as the files use, and refuses all else.
public final class ProtoFile {

    private static final Pattern MESSAGE = Pattern.compile("message (\\w+) \\{");
    private static final Pattern FIELD = Pattern.compile("  (repeated )?(\\w+) (\\w+) = (\\d+);");

    private final FileDescriptor file;

    private ProtoFile(FileDescriptor file) {
        this.file = file;
    }

    public static ProtoFile open(String name) throws Exception {
        String text;
        try (InputStream in = Objects.requireNonNull(ProtoFile.class.getResourceAsStream(name), name)) {
            text = new String(in.readAllBytes(), UTF_8);
        }
        FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder().setName(name).setSyntax("proto3");
        DescriptorProto.Builder message = DescriptorProto.newBuilder();
        for (String line : text.lines().toList()) {
            Matcher begins = MESSAGE.matcher(line);
            Matcher field = FIELD.matcher(line);
            if (begins.matches()) {
                message = DescriptorProto.newBuilder().setName(begins.group(1));
            } else if (field.matches()) {
                message.addField(field(field));
            } else if (line.equals("}")) {
                file.addMessageType(message);
            } else if (!line.isEmpty() && !line.startsWith("//") && !line.startsWith("syntax")
                    && !line.startsWith("package")) {
                throw new IllegalArgumentException(line);
            }
        }
        return new ProtoFile(FileDescriptor.buildFrom(file.build(), new FileDescriptor[0]));
    }

    private static FieldDescriptorProto field(Matcher field) {
        FieldDescriptorProto.Builder made = FieldDescriptorProto.newBuilder()
                .setLabel(field.group(1) == null
                        ? FieldDescriptorProto.Label.LABEL_OPTIONAL
                        : FieldDescriptorProto.Label.LABEL_REPEATED)
                .setName(field.group(3))
                .setNumber(Integer.parseInt(field.group(4)));
        FieldDescriptorProto.Builder typed = switch (field.group(2)) {
            case "int32" -> made.setType(FieldDescriptorProto.Type.TYPE_INT32);
            case "uint32" -> made.setType(FieldDescriptorProto.Type.TYPE_UINT32);
            case "int64" -> made.setType(FieldDescriptorProto.Type.TYPE_INT64);
            case "bool" -> made.setType(FieldDescriptorProto.Type.TYPE_BOOL);
            case "bytes" -> made.setType(FieldDescriptorProto.Type.TYPE_BYTES);
            case "string" -> made.setType(FieldDescriptorProto.Type.TYPE_STRING);
            default -> made.setType(FieldDescriptorProto.Type.TYPE_MESSAGE).setTypeName(field.group(2));
        };
        return typed.build();
    }

    private Descriptor type(String name) {
        return Objects.requireNonNull(file.findMessageTypeByName(name), name);
    }

    /// A message, which must have no field that the file does not name.
    public Read read(String name, byte[] bytes) {
        try {
            Read read = new Read(DynamicMessage.parseFrom(type(name), bytes));
            read.requireAllKnown();
            return read;
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(name, e);
        }
    }

    /// A message to be filled.
    public Made make(String name) {
        return new Made(DynamicMessage.newBuilder(type(name)));
    }
}
