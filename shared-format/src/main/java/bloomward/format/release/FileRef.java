package bloomward.format.release;

import bloomward.format.Digest;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file as a manifest names it: whoever sends it, its bytes are these or it is not it.
///
/// @param digest of all its bytes
/// @param length in bytes; who fetches it reads no more than this and one to see that there are none
public record FileRef(Digest digest, long length) {

    /// A tebibyte, far above what can be published.
    public static final long MAX_LENGTH = 1L << 40;

    public FileRef {
        if (length < 1 || length > MAX_LENGTH) {
            throw new IllegalArgumentException("length " + length + ", possible are 1.." + MAX_LENGTH);
        }
    }

    /// Names a file by what is in it now.
    public static FileRef of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new FileRef(Digest.ofFile(channel), channel.size());
        }
    }

    /// Names content that is in memory.
    public static FileRef of(byte[] content) {
        return new FileRef(Digest.of(content), content.length);
    }

    /// Whether this names content of that digest and length.
    public boolean is(Digest otherDigest, long otherLength) {
        return length == otherLength && digest.equals(otherDigest);
    }

    /// Whether a file has these bytes: its length is looked at first.
    public boolean isOf(FileChannel file) throws IOException {
        return file.size() == length && Digest.ofFile(file).equals(digest);
    }

    /// Whether a file has these bytes.
    public boolean isOf(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return isOf(channel);
        }
    }

    /// As it stands in a manifest.
    @Override
    public String toString() {
        return digest + " " + length;
    }
}
