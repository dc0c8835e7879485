package bloomward.server.http.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the PEM files of certificate authorities and `openssl`. Every message names the file.
final class PemFiles {

    private static final long LARGEST = 1 << 20;
    private static final byte[] NOTHING = {};
    private static final Pattern BLOCK = Pattern
            .compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");

    private PemFiles() {}

    /// @throws IOException if the file contains no certificate
    static List<X509Certificate> certificates(Path file) throws IOException {
        List<X509Certificate> chain = new ArrayList<>();
        Matcher block = BLOCK.matcher(read(file));
        while (block.find()) {
            if (block.group(1).equals("CERTIFICATE")) {
                chain.add(certificate(file, block.group(2)));
            }
        }
        if (chain.isEmpty()) {
            throw new IOException(file + ": contains no certificate");
        }
        return chain;
    }

    private static X509Certificate certificate(Path file, String base64) throws IOException {
        try {
            Certificate read = CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(decode(file, base64)));
            return (X509Certificate) read;
        } catch (GeneralSecurityException e) {
            throw new IOException(file + ": contains a certificate that cannot be read", e);
        }
    }

    /// @param publicKey of the certificate, which sets the expected kind of key
    /// @throws IOException if the file contains no unencrypted key of that kind
    static PrivateKey key(Path file, PublicKey publicKey) throws IOException {
        Matcher block = BLOCK.matcher(read(file));
        while (block.find()) {
            byte[] body = block.group(1).endsWith("PRIVATE KEY") ? decode(file, block.group(2)) : NOTHING;
            byte[] pkcs8 = switch (block.group(1)) {
                case "PRIVATE KEY" -> body;
                case "RSA PRIVATE KEY" -> Der.wrapRsaKey(body);
                case "EC PRIVATE KEY" -> Der.wrapEcKey(body, publicKey.getEncoded());
                case "ENCRYPTED PRIVATE KEY" ->
                    throw new IOException(file + ": the private key is encrypted; store it unencrypted,"
                            + " readable by the server's account only");
                default -> NOTHING; // "EC PARAMETERS" stands before a key
            };
            if (pkcs8.length > 0) {
                return key(file, pkcs8, publicKey);
            }
        }
        throw new IOException(file + ": contains no private key");
    }

    private static PrivateKey key(Path file, byte[] pkcs8, PublicKey publicKey) throws IOException {
        try {
            return KeyFactory.getInstance(publicKey.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException e) {
            throw new IOException(file + ": the key does not fit the certificate, which has a key of kind "
                    + publicKey.getAlgorithm(), e);
        }
    }

    private static byte[] decode(Path file, String base64) throws IOException {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": damaged base64", e);
        }
    }

    private static String read(Path file) throws IOException {
        try {
            if (Files.size(file) > LARGEST) {
                throw new IOException(file + ": too large for a PEM file");
            }
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new IOException(file + ": no such file", e);
        }
    }
}
