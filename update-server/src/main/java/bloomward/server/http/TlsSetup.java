package bloomward.server.http;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// TLS 1.2 and 1.3 from two PEM files.
final class TlsSetup {

    private final TlsFiles files;
    private final SslContextFactory.Server factory = new SslContextFactory.Server();

    private TlsSetup(TlsFiles files) {
        this.files = files;
    }

    /// @throws IOException naming the file that cannot be used, and why
    static TlsSetup of(TlsFiles files) throws IOException {
        TlsSetup setup = new TlsSetup(files);
        setup.factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        setup.factory.setRenegotiationAllowed(false);
        setup.factory.setSniRequired(false);
        setup.load(setup.factory);
        return setup;
    }

    SslContextFactory.Server factory() {
        return factory;
    }

    private void load(SslContextFactory target) throws IOException {
        List<X509Certificate> chain = PemFiles.certificates(files.certificates());
        PrivateKey key = PemFiles.key(files.key(), chain.getFirst().getPublicKey());
        requirePair(chain.getFirst(), key);
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", key, new char[0], chain.toArray(Certificate[]::new));
            target.setKeyStore(store);
            target.setKeyStorePassword("");
        } catch (GeneralSecurityException e) {
            throw new IOException(files.certificates() + ": cannot be used for TLS", e);
        }
    }

    /// Signs something with the key and verifies it by the certificate; the JDK itself notices only in the first handshake.
    private void requirePair(X509Certificate certificate, PrivateKey key) throws IOException {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update((byte) 1);
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update((byte) 1);
            if (signature.verify(signed)) {
                return;
            }
        } catch (GeneralSecurityException e) {
            throw new IOException(files.key() + ": a key of a kind that TLS has no use for", e);
        }
        throw new IOException(files.key() + ": not the key of the certificate in " + files.certificates());
    }
}
