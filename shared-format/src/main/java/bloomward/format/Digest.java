package bloomward.format;

import bloomward.format.FormatException.Reason;
import java.util.HexFormat;

/// The SHA-256 of something, as manifests sign it. An immutable value.
public record Digest(String toHex) {

    /// Reads 64 lower-case hex digits.
    public static Digest parse(String hex) throws FormatException {
        if (!hex.matches("[0-9a-f]{64}")) {
            throw new FormatException(Reason.MALFORMED, "digest: not 64 lower-case hex digits");
        }
        return new Digest(hex);
    }

    public byte[] toBytes() {
        return HexFormat.of().parseHex(toHex);
    }
}
