package bloomward.format.release;

import bloomward.format.Digest;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file as named by a manifest: a file with other bytes is not this one, wherever it comes from.
///
/// @param digest of all its bytes
/// @param length in bytes; a client reads at most one byte more, to see that there is none
public record FileRef(Digest digest, long length) {

    /// A tebibyte, far above what can be published.
    public static final long MAX_LENGTH = 1L << 40;

    public FileRef {
        if (length < 1 || length > MAX_LENGTH) {
            throw new IllegalArgumentException("length " + length + ", not in 1.." + MAX_LENGTH);
        }
    }

    /// Names a file by its current content.
    public static FileRef of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new FileRef(Digest.ofFile(channel), channel.size());
        }
    }

    /// Names content in memory.
    public static FileRef of(byte[] content) {
        return new FileRef(Digest.of(content), content.length);
    }

    /// Whether this names content with this digest and length.
    public boolean is(Digest otherDigest, long otherLength) {
        return length == otherLength && digest.equals(otherDigest);
    }

    /// Whether a file has these bytes; its length is checked first.
    public boolean isOf(FileChannel file) throws IOException {
        return file.size() == length && Digest.ofFile(file).equals(digest);
    }

    /// Whether a file has these bytes.
    public boolean isOf(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return isOf(channel);
        }
    }

    /// The form in a manifest.
    @Override
    public String toString() {
        return digest + " " + length;
    }
}
