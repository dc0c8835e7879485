package bloomward.agent.browser.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.install.InstallException;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

final class ExtensionKeyTest {

    private static final ExtensionKey KEY = SampleExtension.KEY;

    @Test
    void isTheSameAfterReadingItsFile() throws Exception {
        String pem = new String(KEY.pem().bytes(), StandardCharsets.US_ASCII);
        assertThat(pem).startsWith("-----BEGIN PRIVATE KEY-----\n").endsWith("\n-----END PRIVATE KEY-----\n");
        ExtensionKey read = ExtensionKey.parse(pem, "key.pem");
        assertThat(read.id()).isEqualTo(KEY.id());
        assertThat(read.pem()).isEqualTo(KEY.pem());
        assertThat(read.sign("x".getBytes(StandardCharsets.US_ASCII)))
                .isEqualTo(KEY.sign("x".getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void namesAnExtensionByTheDigestOfItsPublicKey() throws Exception {
        String digest = HexFormat.of()
                .formatHex(
                        MessageDigest.getInstance("SHA-256").digest(Base64.getDecoder().decode(KEY.publicKeyText())));
        StringBuilder hexadecimal = new StringBuilder();
        KEY.id().chars().forEach(letter -> hexadecimal.append(Character.forDigit(letter - 'a', 16)));
        assertThat(hexadecimal).hasToString(digest.substring(0, 32));
        assertThat(HexFormat.of().formatHex(KEY.idInBytes())).isEqualTo(digest.substring(0, 32));
    }

    @Test
    void signsWhatItsPublicKeyVerifies() throws Exception {
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(KEY.publicKey())));
        signature.update(new byte[] {1, 2, 3});
        assertThat(signature.verify(KEY.sign(new byte[] {1}, new byte[] {2, 3}))).isTrue();
    }

    @Test
    void refusesOtherFiles() throws Exception {
        KeyPairGenerator weak = KeyPairGenerator.getInstance("RSA");
        weak.initialize(1024);
        KeyPairGenerator curve = KeyPairGenerator.getInstance("EC");
        for (String text : new String[] {"", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
            "-----BEGIN PRIVATE KEY-----\n!\n-----END PRIVATE KEY-----\n", pem(weak), pem(curve),
            "-----END PRIVATE KEY----- -----BEGIN PRIVATE KEY-----"}) {
            assertThatThrownBy(() -> ExtensionKey.parse(text, "key.pem")).as(text)
                    .isInstanceOf(InstallException.class)
                    .hasMessageStartingWith("key.pem: not ");
        }
    }

    private static String pem(KeyPairGenerator generator) {
        return "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(generator.generateKeyPair().getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    }
}
