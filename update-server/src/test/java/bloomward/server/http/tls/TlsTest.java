package bloomward.server.http.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.config.HostPort;
import bloomward.server.http.HttpLimits;
import bloomward.server.http.RawClient;
import bloomward.server.http.files.PublicListener;
import bloomward.server.http.files.SampleFiles;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TlsTest {

    @TempDir
    static Path folder;

    @BeforeAll
    static void makeKeys() throws Exception {
        String names = "dns:localhost,ip:127.0.0.1";
        writeKey("rsa", SelfSigned.of(names, "-keyalg", "RSA", "-keysize", "2048"));
        writeKey("ec", SelfSigned.of(names));
        writeKey("other", SelfSigned.of("dns:localhost"));
    }

    private static void writeKey(String name, SelfSigned signed) throws Exception {
        Files.writeString(folder.resolve(name + ".crt"), signed.certificate());
        // The older forms lie in the octet string at the end of the newer one.
        byte[] pkcs8 = signed.key().getEncoded();
        Files.writeString(folder.resolve(name + ".key"), SelfSigned.pem("PRIVATE KEY", pkcs8));
        int inner = name.equals("rsa") ? 26 : 28;
        String old = name.equals("rsa") ? "RSA PRIVATE KEY" : "EC PRIVATE KEY";
        String parameters = name.equals("rsa") ? "" : SelfSigned.pem("EC PARAMETERS", new byte[] {6, 0});
        Files.writeString(folder.resolve(name + "-old.key"),
                parameters + SelfSigned.pem(old, Arrays.copyOfRange(pkcs8, inner, pkcs8.length)));
    }

    private static PublicListener start(HttpLimits limits, String certificate, String key) throws IOException {
        TlsFiles files = new TlsFiles(folder.resolve(certificate), folder.resolve(key));
        return PublicListener.start(new HostPort("localhost", 0), Optional.of(files), new SampleFiles(300_000), limits,
                new SimpleMeterRegistry());
    }

    private static SSLSocket connect(PublicListener listener, String certificate, String... protocols)
            throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (var in = Files.newInputStream(folder.resolve(certificate))) {
            Certificate read = CertificateFactory.getInstance("X.509").generateCertificate(in);
            trusted.setCertificateEntry("server", read);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket(listener.uri().getHost(), listener.uri().getPort());
        if (protocols.length > 0) {
            socket.setEnabledProtocols(protocols);
        }
        var parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        return socket;
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa.key", "rsa-old.key", "ec.key", "ec-old.key"})
    void servesWithEachFormOfKey(String key) throws Exception {
        String certificate = key.substring(0, key.startsWith("rsa") ? 3 : 2) + ".crt";
        try (PublicListener listener = start(HttpLimits.DEFAULT, certificate, key);
                RawClient client = new RawClient(connect(listener, certificate))) {
            assertThat(listener.uri().getScheme()).isEqualTo("https");
            client.send("GET " + SampleFiles.PACKED + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.receive().body()).isEqualTo(new SampleFiles(300_000).large());
        }
    }

    @Test
    void speaksTheTwoVersionsThatAreSound() throws Exception {
        try (PublicListener listener = start(HttpLimits.DEFAULT, "ec.crt", "ec.key")) {
            for (String version : List.of("TLSv1.2", "TLSv1.3")) {
                try (SSLSocket socket = connect(listener, "ec.crt", version)) {
                    socket.startHandshake();
                    assertThat(socket.getSession().getProtocol()).isEqualTo(version);
                }
            }
            try (SSLSocket socket = connect(listener, "ec.crt", "TLSv1.1")) {
                assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
            }
        }
    }

    @Test
    void aHandshakeThatNeverComesIsClosed() throws Exception {
        HttpLimits limits = HttpLimits.DEFAULT.withHeads(10, Duration.ofMillis(300));
        try (PublicListener listener = start(limits, "ec.crt", "ec.key");
                RawClient plain = new RawClient(new Socket("localhost", listener.uri().getPort()))) {
            plain.send("\u0016\u0003\u0001");
            assertThat(plain.readToEnd()).isEmpty();
        }
    }

    private static void install(String certificate, String key) throws IOException {
        Files.copy(folder.resolve(certificate), folder.resolve("live.crt"), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(folder.resolve(key), folder.resolve("live.key"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static void assertTrusted(PublicListener listener, String certificate) throws Exception {
        try (SSLSocket socket = connect(listener, certificate)) {
            socket.startHandshake();
        }
    }

    private static void assertNotTrusted(PublicListener listener, String certificate) throws Exception {
        try (SSLSocket socket = connect(listener, certificate)) {
            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
        }
    }

    @Test
    void takesARenewedCertificateAndKeepsConnections() throws Exception {
        install("ec.crt", "ec.key");
        try (PublicListener listener = start(HttpLimits.DEFAULT, "live.crt", "live.key");
                RawClient client = new RawClient(connect(listener, "ec.crt"))) {
            String question = "GET " + SampleFiles.PACKED + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            client.send(question);
            client.receive();
            install("rsa.crt", "rsa.key");
            assertTrusted(listener, "ec.crt");
            listener.lookAtTls();
            assertTrusted(listener, "rsa.crt");
            assertNotTrusted(listener, "ec.crt");
            client.send(question);
            assertThat(client.receive().body()).isEqualTo(new SampleFiles(300_000).large());
        }
    }

    @Test
    void keepsTheCertificateWhereTheRenewedOneCannotBeUsed() throws Exception {
        install("ec.crt", "ec.key");
        try (PublicListener listener = start(HttpLimits.DEFAULT, "live.crt", "live.key")) {
            listener.lookAtTls();
            assertThat(listener.tlsTrouble()).isEmpty();
            install("other.crt", "ec.key"); // the key is still to come
            listener.lookAtTls();
            listener.lookAtTls();
            assertThat(listener.tlsTrouble().orElseThrow()).contains("the old one stays in use",
                    "live.key: does not belong");
            assertTrusted(listener, "ec.crt");
            Files.delete(folder.resolve("live.crt"));
            listener.lookAtTls();
            assertThat(listener.tlsTrouble().orElseThrow()).contains("live.crt: no such file");
            assertTrusted(listener, "ec.crt");
            install("other.crt", "other.key");
            listener.lookAtTls();
            assertThat(listener.tlsTrouble()).isEmpty();
            assertTrusted(listener, "other.crt");
        }
    }

    @Test
    void whatCannotBeUsedIsNamed() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty.pem"), "nothing\n");
        assertRefused("missing.crt", "ec.key", "missing.crt: no such file");
        assertRefused("ec.crt", "missing.key", "missing.key: no such file");
        assertRefused(empty.getFileName().toString(), "ec.key", "empty.pem: contains no certificate");
        assertRefused("ec.crt", "ec.crt", "ec.crt: contains no private key");
        assertRefused("ec.crt", "other.key", "other.key: does not belong to the certificate in");
        assertRefused("ec.crt", "rsa.key", "rsa.key: the key does not fit the certificate, which has a key of kind EC");
        Files.writeString(folder.resolve("locked.key"), SelfSigned.pem("ENCRYPTED PRIVATE KEY", new byte[] {1}));
        assertRefused("ec.crt", "locked.key", "locked.key: the private key is encrypted");
        Files.writeString(folder.resolve("damaged.crt"), SelfSigned.pem("CERTIFICATE", new byte[] {1, 2}));
        assertRefused("damaged.crt", "ec.key", "damaged.crt: contains a certificate that cannot be read");
    }

    private static void assertRefused(String certificate, String key, String message) {
        assertThatThrownBy(() -> start(HttpLimits.DEFAULT, certificate, key).close()).isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }
}
