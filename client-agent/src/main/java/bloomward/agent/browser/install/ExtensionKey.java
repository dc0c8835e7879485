package bloomward.agent.browser.install;

import bloomward.agent.install.Blob;
import bloomward.agent.install.InstallException;
import bloomward.format.Digest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.HexFormat;

/// The key that signs the extension for Chromium, and so determines its identifier there.
///
/// Kept as a PEM file (PKCS #8), which Chromium reads, too. Not trusted beyond that: its holder can pack another
/// extension with the same identifier, but not install it without changing the browser's policy or files.
public final class ExtensionKey {

    private static final int BITS = 2048;
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";
    /// The digits of a SHA-256 in hexadecimal that make the identifier.
    private static final int DIGITS_OF_ID = 32;

    private final PrivateKey secret;
    private final PublicKey open;

    private ExtensionKey(PrivateKey secret, PublicKey open) {
        this.secret = secret;
        this.open = open;
    }

    /// A new key.
    public static ExtensionKey make() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS);
            var pair = generator.generateKeyPair();
            return new ExtensionKey(pair.getPrivate(), pair.getPublic());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has RSA", e);
        }
    }

    /// Reads a PEM file.
    ///
    /// @param place of the file, for messages
    /// @throws InstallException if it holds no private RSA key of 2,048 bits or more
    public static ExtensionKey parse(String pem, String place) throws InstallException {
        int begin = pem.indexOf(BEGIN);
        int end = pem.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new InstallException(place + ": not a private key in PEM form (" + BEGIN + ")");
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(pem.substring(begin + BEGIN.length(), end));
            KeyFactory factory = KeyFactory.getInstance("RSA");
            PrivateKey secret = factory.generatePrivate(new PKCS8EncodedKeySpec(der));
            if (!(secret instanceof RSAPrivateCrtKey crt) || crt.getModulus().bitLength() < BITS) {
                throw new InstallException(place + ": not an RSA key of " + BITS + " bits or more");
            }
            return new ExtensionKey(secret,
                    factory.generatePublic(new RSAPublicKeySpec(crt.getModulus(), crt.getPublicExponent())));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new InstallException(place + ": not a private RSA key: " + e.getMessage());
        }
    }

    /// The contents of its file.
    public Blob pem() {
        byte[] lineEnd = "\n".getBytes(StandardCharsets.US_ASCII);
        return Blob.of(BEGIN + "\n" + Base64.getMimeEncoder(64, lineEnd).encodeToString(secret.getEncoded()) + "\n"
                + END + "\n");
    }

    /// The identifier that Chromium gives to an extension with this key: 32 letters from a to p.
    public String id() {
        StringBuilder id = new StringBuilder(DIGITS_OF_ID);
        digits().chars().forEach(digit -> id.append((char) ('a' + Character.digit(digit, 16))));
        return id.toString();
    }

    /// The identifier as bytes, one for two letters.
    byte[] idInBytes() {
        return HexFormat.of().parseHex(digits());
    }

    private String digits() {
        return Digest.of(publicKey()).toHex().substring(0, DIGITS_OF_ID);
    }

    byte[] publicKey() {
        return open.getEncoded();
    }

    /// The public key as the field `key` of a manifest.
    String publicKeyText() {
        return Base64.getEncoder().encodeToString(publicKey());
    }

    /// Signs with RSASSA-PKCS1-v1_5 and SHA-256: the same bytes each time.
    byte[] sign(byte[]... parts) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(secret);
            for (byte[] part : parts) {
                signature.update(part);
            }
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java signs with RSA", e);
        }
    }

}
