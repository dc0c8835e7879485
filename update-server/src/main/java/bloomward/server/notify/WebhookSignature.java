package bloomward.server.notify;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The header by which a receiver knows that a message is ours and not an old one: HMAC-SHA256, by the shared secret, of the
/// time in seconds, a full stop and the body.
final class WebhookSignature {

    static final String HEADER = "Bloomward-Signature";

    private final SecretKeySpec key;

    WebhookSignature(String secret) {
        this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256");
    }

    /// The value of the header: `t=SECONDS,v1=HEX`.
    String of(Instant at, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update((at.getEpochSecond() + ".").getBytes(StandardCharsets.US_ASCII));
            return "t=" + at.getEpochSecond() + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC-SHA256", e);
        }
    }
}
