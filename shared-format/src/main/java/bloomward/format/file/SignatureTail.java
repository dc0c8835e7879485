package bloomward.format.file;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.Optional;

/// The optional end of a file of any type: the bytes of a signed note, and a trailer with their length (FORMAT.md 4).
///
/// Read from the end, so that the note can be verified, and with it the digest of what stands before, before anything
/// of the file itself is looked at.
///
/// @param fileLength length of the file proper, in bytes
/// @param note signature, not checked here; a copy
public record SignatureTail(long fileLength, ByteBuffer note) {

    static final int TRAILER_IN_BYTES = 16;

    private static final byte[] MAGIC = FileType.magicOf('N');
    private static final int MAGIC_AT = 8;

    public SignatureTail {
        note = note.asReadOnlyBuffer();
    }

    /// The bytes to append to a file to sign it.
    public static byte[] of(byte[] note) {
        return ByteBuffer.allocate(note.length + TRAILER_IN_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(note)
                .putLong(note.length)
                .put(MAGIC)
                .array();
    }

    /// Reads the signature of a file, from its end.
    ///
    /// @param maxNoteInBytes maximum size of the note
    /// @return empty if the file does not end with a trailer
    /// @throws FormatException if the trailer is invalid
    public static Optional<SignatureTail> read(FileChannel file, int maxNoteInBytes)
            throws IOException, FormatException {
        long trailerAt = file.size() - TRAILER_IN_BYTES;
        if (trailerAt < 0) {
            return Optional.empty();
        }
        byte[] trailer = bytes(file, trailerAt, TRAILER_IN_BYTES);
        if (!isTrailer(trailer)) {
            return Optional.empty();
        }
        long length = noteLength(trailer);
        if (length < 0 || length > maxNoteInBytes || length > trailerAt) {
            throw new FormatException(Reason.MALFORMED, "trailer at " + trailerAt + ": a note of "
                    + Long.toUnsignedString(length) + " bytes, not in 0.." + Math.min(maxNoteInBytes, trailerAt));
        }
        long fileLength = trailerAt - length;
        return Optional.of(new SignatureTail(fileLength, ByteBuffer.wrap(bytes(file, fileLength, (int) length))));
    }

    /// The note as an array.
    public byte[] noteBytes() {
        byte[] bytes = new byte[note.remaining()];
        note.duplicate().get(bytes);
        return bytes;
    }

    static boolean isTrailer(byte[] trailer) {
        return Arrays.equals(trailer, MAGIC_AT, TRAILER_IN_BYTES, MAGIC, 0, MAGIC.length);
    }

    static long noteLength(byte[] trailer) {
        return ByteBuffer.wrap(trailer).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    }

    private static byte[] bytes(FileChannel file, long from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, from + bytes.position()) < 0) {
                throw new EOFException("truncated while being read");
            }
        }
        return bytes.array();
    }
}
