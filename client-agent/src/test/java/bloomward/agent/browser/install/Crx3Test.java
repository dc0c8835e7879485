package bloomward.agent.browser.install;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.install.Blob;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Reads a packed file as Chromium's `crx_file/crx_verifier.cc` does.
final class Crx3Test {

    private static final ExtensionKey KEY = SampleExtension.KEY;

    @Test
    void isAHeaderWithAValidSignatureBeforeTheZip() throws Exception {
        byte[] zip = SampleExtension.zip("0.1.0", Map.of()).bytes();
        ByteBuffer crx = ByteBuffer.wrap(Crx3.pack(Blob.of(zip), KEY).bytes()).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(new String(take(crx, 4), StandardCharsets.US_ASCII)).isEqualTo("Cr24");
        assertThat(crx.getInt()).isEqualTo(3);
        Map<Integer, byte[]> header = fields(take(crx, crx.getInt()));
        assertThat(take(crx, crx.remaining())).isEqualTo(zip);
        assertThat(header).containsOnlyKeys(2, 10_000);
        byte[] signedData = Objects.requireNonNull(header.get(10_000));
        assertThat(fields(signedData)).containsOnlyKeys(1).containsEntry(1, KEY.idInBytes());
        Map<Integer, byte[]> proof = fields(Objects.requireNonNull(header.get(2)));
        assertThat(proof).containsOnlyKeys(1, 2).containsEntry(1, KEY.publicKey());
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(proof.get(1))));
        signature.update("CRX3 SignedData".getBytes(StandardCharsets.US_ASCII));
        signature.update((byte) 0);
        signature.update(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(signedData.length).array());
        signature.update(signedData);
        signature.update(zip);
        assertThat(signature.verify(proof.get(2))).isTrue();
    }

    @Test
    void hasTheSameBytesEachTime() throws Exception {
        Blob zip = SampleExtension.zip("0.1.0", Map.of());
        assertThat(Crx3.pack(zip, KEY)).isEqualTo(Crx3.pack(zip, KEY));
    }

    private static Map<Integer, byte[]> fields(byte[] message) {
        Map<Integer, byte[]> fields = new TreeMap<>();
        ByteBuffer in = ByteBuffer.wrap(message);
        while (in.hasRemaining()) {
            int tag = varint(in);
            assertThat(tag & 7).isEqualTo(2);
            fields.put(tag >>> 3, take(in, varint(in)));
        }
        return fields;
    }

    private static int varint(ByteBuffer in) {
        int value = 0;
        for (int shift = 0;; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static byte[] take(ByteBuffer in, int size) {
        byte[] bytes = new byte[size];
        in.get(bytes);
        return bytes;
    }
}
