package bloomward.format.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.Optional;

/// The types of files.
///
/// Their magic numbers follow PNG's: a byte that is not text, letters, and line ends that a transfer as text would
/// change.
public enum FileType {

    /// A packed filter.
    PACKED('P', 64),
    /// A flat filter; its header fills a page, so that its blocks lie on cache lines when the file is mapped.
    FLAT('F', 4096),
    /// One of the other kinds of filter.
    LIBRARY('L', 128),
    /// A delta, which makes a packed filter from an older one.
    DELTA('D', 128);

    private static final int MAGIC_IN_BYTES = 8;

    private final char letter;
    private final int headerLength;

    FileType(char letter, int headerLength) {
        this.letter = letter;
        this.headerLength = headerLength;
    }

    /// Length of the header in bytes.
    public int headerLength() {
        return headerLength;
    }

    /// The type of a file by its first eight bytes; nothing else is checked.
    public static Optional<FileType> of(FileChannel file) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(MAGIC_IN_BYTES);
        while (start.hasRemaining() && file.read(start, start.position()) > 0) {
            // reads on until there is nothing more
        }
        return Arrays.stream(values()).filter(type -> Arrays.equals(type.magic(), start.array())).findFirst();
    }

    byte[] magic() {
        return magicOf(letter);
    }

    static byte[] magicOf(char letter) {
        return new byte[] {(byte) 0x89, 'B', 'W', (byte) letter, '\r', '\n', 0x1a, '\n'};
    }
}
