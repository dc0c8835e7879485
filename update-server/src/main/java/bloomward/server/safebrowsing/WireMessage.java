package bloomward.server.safebrowsing;

import bloomward.server.safebrowsing.OwnMemory.Loan;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A protocol buffer in the making. Absent and zero are the same, as the third syntax wants it.
///
/// The messages are few and flat, so they are written field by field, by the numbers of the `.proto` files beside this
/// package's resources; a test reads each back by these files.
final class WireMessage {

    /// For most messages; the usual one has 4 KiB, and an answer can have thousands of messages.
    private static final int BUFFER_IN_BYTES = 64;
    /// From here on a part is taken up as it is.
    private static final int LARGE_IN_BYTES = 4096;

    /// In front of what is in `bytes`.
    private final List<byte[]> parts = new ArrayList<>();
    private ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private CodedOutputStream out = CodedOutputStream.newInstance(bytes, BUFFER_IN_BYTES);

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
        inner.endPart();
        return head(field, inner.parts.stream().mapToInt(part -> part.length).reduce(0, Math::addExact))
                .shared(inner.parts);
    }

    /// A message in this one, which was written before.
    WireMessage message(int field, byte[] inner) {
        return head(field, inner.length).shared(List.of(inner));
    }

    private WireMessage head(int field, int length) {
        return write(() -> {
            out.writeTag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
            out.writeUInt32NoTag(length);
        });
    }

    /// Fields that were written before.
    WireMessage fields(byte[] fields) {
        return shared(List.of(fields));
    }

    /// Takes up large parts as they are, and copies small ones.
    private WireMessage shared(List<byte[]> more) {
        for (byte[] part : more) {
            if (part.length < LARGE_IN_BYTES) {
                write(() -> out.writeRawBytes(part));
            } else {
                endPart();
                parts.add(part);
            }
        }
        return this;
    }

    private void endPart() {
        write(out::flush);
        if (bytes.size() > 0) {
            parts.add(bytes.toByteArray());
            bytes = new ByteArrayOutputStream();
            out = CodedOutputStream.newInstance(bytes, BUFFER_IN_BYTES);
        }
    }

    /// The message. Nothing is added to it any more.
    Written written() {
        return written(List.of());
    }

    /// @param loans of parts of it
    Written written(List<Loan> loans) {
        endPart();
        return new Written(parts, loans);
    }

    /// The message, which is made for one client alone.
    Written written(OwnMemory memory) throws RefusedException {
        endPart();
        return new Written(parts, List.of(memory.take(parts.stream().mapToLong(part -> part.length).sum())));
    }

    byte[] toBytes() {
        return written().toBytes();
    }
}
