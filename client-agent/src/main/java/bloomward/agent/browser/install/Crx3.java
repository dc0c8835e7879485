package bloomward.agent.browser.install;

import bloomward.agent.install.Blob;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// A ZIP packed as Chromium installs it: format CRX 3, with one signature.
///
/// ```
/// "Cr24" | 3 | size of header | header | ZIP        numbers: 32 bits, little-endian
/// header, in protocol buffers:  2 { 1: public key  2: signature }   10000: signed data { 1: identifier }
/// signed:  "CRX3 SignedData\0" | size of signed data | signed data | ZIP
/// ```
///
/// The same ZIP and key give the same bytes.
final class Crx3 {

    private static final int VERSION = 3;
    private static final int PROOF = 2;
    private static final int PROOF_KEY = 1;
    private static final int PROOF_SIGNATURE = 2;
    private static final int SIGNED_DATA = 10_000;
    private static final int SIGNED_DATA_ID = 1;

    private Crx3() {}

    static Blob pack(Blob zip, ExtensionKey key) {
        byte[] archive = zip.bytes();
        byte[] signedData = field(SIGNED_DATA_ID, key.idInBytes());
        byte[] signature = key.sign("CRX3 SignedData\0".getBytes(StandardCharsets.US_ASCII), number(signedData.length),
                signedData, archive);
        byte[] proof = joined(field(PROOF_KEY, key.publicKey()), field(PROOF_SIGNATURE, signature));
        byte[] header = joined(field(PROOF, proof), field(SIGNED_DATA, signedData));
        return Blob.of(joined("Cr24".getBytes(StandardCharsets.US_ASCII), number(VERSION), number(header.length),
                header, archive));
    }

    /// A field of bytes: its number and kind (2: with a length), the length, the bytes.
    private static byte[] field(int number, byte[] content) {
        return joined(varint((number << 3) | 2), varint(content.length), content);
    }

    private static byte[] varint(int value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int left = value;
        while (left > 0x7f) {
            out.write((left & 0x7f) | 0x80);
            left >>>= 7;
        }
        out.write(left);
        return out.toByteArray();
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
