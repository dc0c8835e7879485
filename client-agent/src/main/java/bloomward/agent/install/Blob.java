package bloomward.agent.install;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The contents of a file. Immutable.
public final class Blob {

    private final byte[] bytes;

    private Blob(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Blob of(byte[] bytes) {
        return new Blob(bytes.clone());
    }

    /// The bytes of a text in UTF-8.
    public static Blob of(String text) {
        return new Blob(text.getBytes(StandardCharsets.UTF_8));
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof Blob blob && Arrays.equals(bytes, blob.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
