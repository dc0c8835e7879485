package bloomward.server.http.tls;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;

/// The few DER rules needed to convert an old key file to the one form that the JDK reads: PKCS#8 is a version, the
/// kind of key, and the old form as an octet string.
final class Der {

    private static final int OCTET_STRING = 0x04;
    private static final int SEQUENCE = 0x30;
    private static final byte[] VERSION_0 = {2, 1, 0};
    /// rsaEncryption, without parameters.
    private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");

    private Der() {}

    static byte[] wrapRsaKey(byte[] pkcs1) {
        return node(SEQUENCE, VERSION_0, RSA, node(OCTET_STRING, pkcs1));
    }

    /// @param publicKey in X.509 form: its first inner sequence is the kind of key, the curve included
    static byte[] wrapEcKey(byte[] sec1, byte[] publicKey) {
        int inner = contentOf(publicKey, 0);
        int end = contentOf(publicKey, inner) + lengthOf(publicKey, inner);
        return node(SEQUENCE, VERSION_0, Arrays.copyOfRange(publicKey, inner, end), node(OCTET_STRING, sec1));
    }

    private static byte[] node(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream node = new ByteArrayOutputStream();
        node.write(tag);
        int length = content.size();
        if (length < 0x80) {
            node.write(length);
        } else if (length < 0x100) {
            node.writeBytes(new byte[] {(byte) 0x81, (byte) length});
        } else {
            node.writeBytes(new byte[] {(byte) 0x82, (byte) (length >> 8), (byte) length});
        }
        node.writeBytes(content.toByteArray());
        return node.toByteArray();
    }

    /// The length of the node at `at`; the JDK wrote it, so it is sound and less than 64 KiB.
    private static int lengthOf(byte[] der, int at) {
        int first = der[at + 1] & 0xff;
        int length = first < 0x80 ? first : 0;
        for (int i = 0; i < (first < 0x80 ? 0 : first - 0x80); i++) {
            length = (length << 8) | (der[at + 2 + i] & 0xff);
        }
        return length;
    }

    private static int contentOf(byte[] der, int at) {
        int first = der[at + 1] & 0xff;
        return at + 2 + (first < 0x80 ? 0 : first - 0x80);
    }
}
