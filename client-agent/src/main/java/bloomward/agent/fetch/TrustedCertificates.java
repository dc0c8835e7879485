package bloomward.agent.fetch;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/// TLS that trusts the certificates of one file, and no others.
final class TrustedCertificates {

    private TrustedCertificates() {}

    /// @param file PEM, one certificate or more
    /// @throws IOException if it cannot be used; the message names it
    static SSLSocketFactory sockets(Path file) throws IOException {
        Collection<? extends Certificate> certificates = read(file);
        if (certificates.isEmpty()) {
            throw new IOException(file + ": no certificate in it");
        }
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            int count = 0;
            for (Certificate certificate : certificates) {
                trusted.setCertificateEntry("trusted " + count++, certificate);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private static Collection<? extends Certificate> read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in);
        } catch (NoSuchFileException e) {
            throw new IOException(file + ": no such file", e);
        } catch (CertificateException e) {
            throw new IOException(file + ": a certificate in it cannot be read", e);
        }
    }
}
