package bloomward.server.http.tls;

import bloomward.format.Digest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// TLS 1.2 and 1.3 from two PEM files, reloaded when they are renewed. New files apply from the next connection on; if
/// they cannot be used, the old ones stay in use.
public final class TlsSetup {

    private static final Logger LOG = LoggerFactory.getLogger(TlsSetup.class);

    private final String listener;
    private final TlsFiles files;
    private final SslContextFactory.Server factory = new SslContextFactory.Server();
    /// The last files tried, good or bad; empty if a file could not be read.
    private Optional<Digest> seen;
    private volatile Optional<String> trouble = Optional.empty();
    /// The end of the certificate in use.
    private volatile Instant expires = Instant.MAX;

    private TlsSetup(String listener, TlsFiles files) {
        this.listener = listener;
        this.files = files;
        this.seen = digest(files);
    }

    /// @param listener for the log
    /// @throws IOException if a file cannot be used; names the file and the reason
    public static TlsSetup of(String listener, TlsFiles files) throws IOException {
        TlsSetup setup = new TlsSetup(listener, files);
        setup.factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        setup.factory.setRenegotiationAllowed(false);
        setup.factory.setSniRequired(false);
        use(setup.load(), setup.factory);
        setup.noteEnd();
        return setup;
    }

    public SslContextFactory.Server factory() {
        return factory;
    }

    /// Loads the files if they have changed since the last call. Certificate and key are two files and may be read when
    /// only one is new; the next call then finds both.
    public synchronized void look() {
        Optional<Digest> now = digest(files);
        if (now.equals(seen)) {
            return;
        }
        seen = now;
        try {
            KeyStore store = load();
            factory.reload(target -> use(store, target));
            noteEnd();
            trouble = Optional.empty();
            LOG.info("{}: now using the renewed certificate from {}", listener, files.certificates());
        } catch (Exception e) { // Jetty's method declares nothing narrower
            trouble = Optional.of("the renewed certificate is unusable, the old one stays in use: " + e.getMessage());
            LOG.warn("{}: {}", listener, trouble.get());
        }
    }

    /// Why the current files are not in use; empty if they are.
    public Optional<String> trouble() {
        return trouble;
    }

    /// The end of the certificate in use.
    public Instant expires() {
        return expires;
    }

    /// Of the files just loaded.
    private void noteEnd() throws IOException {
        expires = PemFiles.certificates(files.certificates()).getFirst().getNotAfter().toInstant();
    }

    private static Optional<Digest> digest(TlsFiles files) {
        try {
            ByteArrayOutputStream both = new ByteArrayOutputStream();
            both.write(Files.readAllBytes(files.certificates()));
            both.write(Files.readAllBytes(files.key()));
            return Optional.of(Digest.of(both.toByteArray()));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private KeyStore load() throws IOException {
        List<X509Certificate> chain = PemFiles.certificates(files.certificates());
        PrivateKey key = PemFiles.key(files.key(), chain.getFirst().getPublicKey());
        requirePair(chain.getFirst(), key);
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", key, new char[0], chain.toArray(Certificate[]::new));
            return store;
        } catch (GeneralSecurityException e) {
            throw new IOException(files.certificates() + ": cannot be used for TLS", e);
        }
    }

    private static void use(KeyStore store, SslContextFactory target) {
        target.setKeyStore(store);
        target.setKeyStorePassword("");
    }

    /// Signs a sample with the key and verifies it with the certificate; the JDK itself notices a mismatch only in the
    /// first handshake.
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
            throw new IOException(files.key() + ": this kind of key cannot be used for TLS", e);
        }
        throw new IOException(files.key() + ": does not belong to the certificate in " + files.certificates());
    }
}
