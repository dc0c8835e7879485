package bloomward.format;

import bloomward.format.FormatException.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/// The SHA-256 of some content, by which manifests name files. An immutable value, ordered as its bytes.
///
/// It is not secret, so comparing two need not take constant time.
public final class Digest implements Comparable<Digest> {

    public static final int SIZE_IN_BYTES = 32;

    private static final int BUFFER_IN_BYTES = 64 * 1024;
    private static final HexFormat HEX = HexFormat.of();

    private final byte[] bytes;

    private Digest(byte[] bytes) {
        this.bytes = bytes;
    }

    /// The digest of this content.
    public static Digest of(byte[] content) {
        return new Digest(newSha256().digest(content));
    }

    /// A digest computed elsewhere; the array is copied.
    public static Digest ofBytes(byte[] digest) {
        if (digest.length != SIZE_IN_BYTES) {
            throw new IllegalArgumentException("a digest has 32 bytes, not " + digest.length);
        }
        return new Digest(digest.clone());
    }

    /// Reads 64 lower-case hex digits.
    public static Digest parse(String hex) throws FormatException {
        if (!isHex(hex)) {
            throw new FormatException(Reason.MALFORMED, "digest: not 64 lower-case hex digits");
        }
        return new Digest(HEX.parseHex(hex));
    }

    /// Whether [#parse] accepts the text.
    public static boolean isHex(String text) {
        return text.length() == 2 * SIZE_IN_BYTES
                && text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    }

    /// The digest of a file, read through a small buffer.
    public static Digest ofFile(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return ofFile(channel);
        }
    }

    /// The digest of a whole file; the position of the channel is neither used nor moved.
    public static Digest ofFile(FileChannel file) throws IOException {
        return ofFile(file, file.size());
    }

    /// The digest of the first bytes of a file.
    ///
    /// @throws EOFException if there are fewer
    public static Digest ofFile(FileChannel file, long lengthInBytes) throws IOException {
        MessageDigest sha256 = newSha256();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_IN_BYTES);
        for (long at = 0; at < lengthInBytes;) {
            buffer.clear().limit((int) Math.min(BUFFER_IN_BYTES, lengthInBytes - at));
            int count = file.read(buffer, at);
            if (count < 0) {
                throw new EOFException("ends after " + at + " bytes of " + lengthInBytes);
            }
            sha256.update(buffer.flip());
            at += count;
        }
        return finish(sha256);
    }

    /// A collector for content that comes in pieces; [#finish] gives its digest.
    public static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// The digest of the collected content; the collector is reset.
    public static Digest finish(MessageDigest sha256) {
        return ofBytes(sha256.digest());
    }

    public byte[] toBytes() {
        return bytes.clone();
    }

    /// Sixty-four lower-case hex digits.
    public String toHex() {
        return HEX.formatHex(bytes);
    }

    @Override
    public int compareTo(Digest other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Digest that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return toHex();
    }
}
