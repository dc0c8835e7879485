package bloomward.server.notify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// The authorities that may certify receivers: the public ones, or those of a file alone.
final class Authorities {

    private Authorities() {}

    static SSLContext trusting(Optional<Path> file) throws IOException {
        try {
            if (file.isEmpty()) {
                return SSLContext.getDefault();
            }
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            int count = 0;
            for (Certificate each : read(file.get())) {
                trusted.setCertificateEntry("authority-" + count++, each);
            }
            if (count == 0) {
                throw new IOException(file.get() + ": contains no certificate");
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificates of receivers cannot be checked: " + e.getMessage(), e);
        }
    }

    private static Iterable<? extends Certificate> read(Path file) throws IOException, CertificateException {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in);
        } catch (CertificateException e) {
            throw new IOException(file + ": contains no certificates in PEM form", e);
        }
    }
}
