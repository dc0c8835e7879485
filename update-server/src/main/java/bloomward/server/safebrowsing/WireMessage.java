package bloomward.server.safebrowsing;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/// A protocol buffer in the making. Absent and zero are the same, as the third syntax wants it.
///
/// The messages are few and flat, so they are written field by field, by the numbers of the `.proto` files beside this
/// package's resources; a test reads each back by these files.
final class WireMessage {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

    /// Writes a field of one message.
    @FunctionalInterface
    private interface Field {
        void write() throws IOException;
    }

    private WireMessage write(Field field) {
        try {
            field.write();
        } catch (IOException e) {
            throw new AssertionError("memory takes all", e);
        }
        return this;
    }

    /// A number of any of the varint types but the zigzag ones.
    WireMessage number(int field, long value) {
        return value == 0 ? this : write(() -> out.writeUInt64(field, value));
    }

    /// One of several numbers, zero too.
    WireMessage element(int field, long value) {
        return write(() -> out.writeUInt64(field, value));
    }

    WireMessage flag(int field, boolean value) {
        return number(field, value ? 1 : 0);
    }

    WireMessage bytes(int field, byte[] value) {
        return value.length == 0 ? this : write(() -> out.writeByteArray(field, value));
    }

    WireMessage text(int field, String value) {
        return value.isEmpty() ? this : write(() -> out.writeString(field, value));
    }

    /// A message in this one, which is there even if it is empty.
    WireMessage message(int field, WireMessage inner) {
        return message(field, inner.toBytes());
    }

    /// @param inner bytes of a message
    WireMessage message(int field, byte[] inner) {
        return write(() -> out.writeByteArray(field, inner));
    }

    /// Fields that were written before.
    WireMessage fields(byte[] fields) {
        return write(() -> out.writeRawBytes(fields));
    }

    byte[] toBytes() {
        write(out::flush);
        return bytes.toByteArray();
    }
}
