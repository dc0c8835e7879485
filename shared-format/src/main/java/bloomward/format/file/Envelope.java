package bloomward.format.file;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/// The frame shared by all files (FORMAT.md 4): magic, version, header, body, each with its checksum.
///
/// An envelope guarantees a known type and version, bytes exactly as written, nothing missing, and nothing after the
/// end but a signature. The meaning of header and body depends on the type.
///
/// @param type of the file
/// @param header whole header, read-only
/// @param body whole body, read-only
/// @param signature bytes of the signature that follows, empty if there is none; not checked here
/// @param checksums both checksums in one number, by which a delta names its base
public record Envelope(FileType type, ByteBuffer header, MemorySegment body, MemorySegment signature, long checksums) {

    /// Format version written by this program, and the only one it reads.
    public static final int VERSION = 1;

    /// Offset of the fields of a type in its header.
    public static final int FIRST_FIELD = 24;

    private static final int CHECKSUM_IN_BYTES = 4;
    private static final int VERSION_AT = 8;
    private static final int HEADER_LENGTH_AT = 10;
    private static final int RESERVED_AT = 12;
    private static final int BODY_LENGTH_AT = 16;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /// A written file.
    ///
    /// @param sizeInBytes its length
    /// @param checksums as in [Envelope#checksums]
    public record Written(long sizeInBytes, long checksums) {}

    /// Writes the body of a file.
    ///
    /// @param <E> further exception
    @FunctionalInterface
    public interface BodyWriter<E extends Exception> {
        void writeTo(OutputStream out) throws IOException, E;
    }

    /// Opens the envelope of a whole file and checks all of it.
    public static Envelope open(MemorySegment file) throws FormatException {
        FileType type = typeOf(file);
        if (file.byteSize() < type.headerLength()) {
            throw truncated(file, "the header of " + type.headerLength() + " bytes");
        }
        ByteBuffer header = checkedHeader(file, type);
        long bodyLength = header.getLong(BODY_LENGTH_AT);
        long afterHeader = file.byteSize() - type.headerLength() - CHECKSUM_IN_BYTES;
        if (bodyLength < 0) {
            throw new FormatException(Reason.MALFORMED, "header at " + BODY_LENGTH_AT + ": body length " + bodyLength);
        }
        if (bodyLength > afterHeader) {
            throw truncated(file, "the body of " + bodyLength + " bytes or its checksum");
        }
        MemorySegment signature = signature(file, type.headerLength() + bodyLength + CHECKSUM_IN_BYTES);
        MemorySegment body = file.asSlice(type.headerLength(), bodyLength);
        int expected = file.get(INT, type.headerLength() + bodyLength);
        int found = checksum(body);
        if (found != expected) {
            throw new FormatException(Reason.CHECKSUM, "body: checksum %08x, expected %08x".formatted(found, expected));
        }
        int headerChecksum = header.getInt(type.headerLength() - CHECKSUM_IN_BYTES);
        return new Envelope(type, header, body.asReadOnly(), signature.asReadOnly(), checksums(headerChecksum, found));
    }

    /// Writes a file into an empty channel: body first, header last, so that a truncated file is not a Bloomward file.
    ///
    /// @param header from [#newHeader], with the fields of the type filled in; its frame is completed here
    /// @return the file written
    public static <E extends Exception> Written write(FileChannel channel, FileType type, ByteBuffer header,
            BodyWriter<E> body) throws IOException, E {
        channel.position(type.headerLength());
        CRC32C checksum = new CRC32C();
        OutputStream out = new CheckedOutputStream(Channels.newOutputStream(channel), checksum);
        body.writeTo(out);
        long bodyLength = channel.position() - type.headerLength();
        ByteBuffer tail = ByteBuffer.allocate(CHECKSUM_IN_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        writeAll(channel, tail.putInt(0, (int) checksum.getValue()), channel.position());
        header.putLong(BODY_LENGTH_AT, bodyLength);
        int checksumAt = type.headerLength() - CHECKSUM_IN_BYTES;
        int headerChecksum = checksum(MemorySegment.ofBuffer(header.duplicate().clear().limit(checksumAt)));
        header.putInt(checksumAt, headerChecksum);
        writeAll(channel, header.duplicate().clear(), 0);
        return new Written(type.headerLength() + bodyLength + CHECKSUM_IN_BYTES,
                checksums(headerChecksum, (int) checksum.getValue()));
    }

    /// An empty header of a type, with its frame filled in except body length and checksum.
    public static ByteBuffer newHeader(FileType type) {
        return ByteBuffer.allocate(type.headerLength())
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(0, type.magic())
                .putShort(VERSION_AT, (short) VERSION)
                .putShort(HEADER_LENGTH_AT, (short) type.headerLength());
    }

    private static long checksums(int header, int body) {
        return (long) header << 32 | Integer.toUnsignedLong(body);
    }

    /// Refuses a header in which a reserved byte is not zero.
    ///
    /// @param from offset of the first such byte
    public void requireZeros(int from, int to) throws FormatException {
        for (int at = from; at < to; at++) {
            if (header.get(at) != 0) {
                throw new FormatException(Reason.MALFORMED,
                        "header at " + at + ": reserved byte is " + (header.get(at) & 0xff) + ", not 0");
            }
        }
    }

    /// Refuses a header in which a byte between the last field of its type and its checksum is not zero.
    public void requireZerosFrom(int from) throws FormatException {
        requireZeros(from, type.headerLength() - CHECKSUM_IN_BYTES);
    }

    private static FileType typeOf(MemorySegment file) throws FormatException {
        byte[] start = file.asSlice(0, Math.min(file.byteSize(), 8)).toArray(ValueLayout.JAVA_BYTE);
        for (FileType type : FileType.values()) {
            if (Arrays.equals(type.magic(), start)) {
                return type;
            }
            if (start.length < 8 && Arrays.equals(Arrays.copyOf(type.magic(), start.length), start)) {
                throw truncated(file, "the magic number");
            }
        }
        throw new FormatException(Reason.NOT_OUR_FILE,
                "begins with " + HexFormat.of().formatHex(start) + ", unlike a Bloomward file");
    }

    private static ByteBuffer checkedHeader(MemorySegment file, FileType type) throws FormatException {
        ByteBuffer header = ByteBuffer.wrap(file.asSlice(0, type.headerLength()).toArray(ValueLayout.JAVA_BYTE))
                .asReadOnlyBuffer()
                .order(ByteOrder.LITTLE_ENDIAN);
        int version = Short.toUnsignedInt(header.getShort(VERSION_AT));
        if (version != VERSION) {
            throw new FormatException(version > VERSION ? Reason.TOO_NEW : Reason.TOO_OLD,
                    "header at " + VERSION_AT + ": version " + version + ", supported: " + VERSION + ".." + VERSION);
        }
        int checksumAt = type.headerLength() - CHECKSUM_IN_BYTES;
        int expected = header.getInt(checksumAt);
        int found = checksum(file.asSlice(0, checksumAt));
        if (found != expected) {
            throw new FormatException(Reason.CHECKSUM,
                    "header: checksum %08x, expected %08x".formatted(found, expected));
        }
        int headerLength = Short.toUnsignedInt(header.getShort(HEADER_LENGTH_AT));
        if (headerLength != type.headerLength()) {
            throw new FormatException(Reason.MALFORMED, "header at " + HEADER_LENGTH_AT + ": header length "
                    + headerLength + ", expected " + type.headerLength());
        }
        if (header.getInt(RESERVED_AT) != 0) {
            throw new FormatException(Reason.MALFORMED, "header at " + RESERVED_AT + ": reserved bytes are not 0");
        }
        return header;
    }

    /// The bytes after the file proper: none, or a signature with its trailer.
    private static MemorySegment signature(MemorySegment file, long end) throws FormatException {
        long extra = file.byteSize() - end;
        if (extra == 0) {
            return file.asSlice(end);
        }
        long noteLength = extra - SignatureTail.TRAILER_IN_BYTES;
        if (noteLength < 0 || !isTrailer(file.asSlice(end + noteLength), noteLength)) {
            throw new FormatException(Reason.MALFORMED,
                    extra + " bytes follow the end at " + end + " and are not a signature with its trailer");
        }
        return file.asSlice(end, noteLength);
    }

    private static boolean isTrailer(MemorySegment bytes, long noteLength) {
        byte[] trailer = bytes.toArray(ValueLayout.JAVA_BYTE);
        return SignatureTail.isTrailer(trailer) && SignatureTail.noteLength(trailer) == noteLength;
    }

    private static FormatException truncated(MemorySegment file, String what) {
        return new FormatException(Reason.TRUNCATED, "ends after " + file.byteSize() + " bytes, inside " + what);
    }

    private static int checksum(MemorySegment bytes) {
        CRC32C checksum = new CRC32C();
        long slice = 1 << 30; // a buffer ends at 2 GB
        for (long at = 0; at < bytes.byteSize(); at += slice) {
            checksum.update(bytes.asSlice(at, Math.min(slice, bytes.byteSize() - at)).asByteBuffer());
        }
        return (int) checksum.getValue();
    }

    private static void writeAll(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }
}
