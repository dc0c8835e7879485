package bloomward.server.http.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A key with a certificate that it signs itself, made by the JDK's own tool once in a run: one that lies in a repository
/// expires.
public final class SelfSigned {

    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final Map<List<String>, SelfSigned> ALL = new ConcurrentHashMap<>();

    private final KeyStore store;

    private SelfSigned(KeyStore store) {
        this.store = store;
    }

    /// @param names of the server, as keytool has them: `dns:lists.example,ip:127.0.0.1`
    public static SelfSigned of(String names) {
        return of(names, "-keyalg", "EC", "-groupname", "secp256r1");
    }

    static SelfSigned of(String names, String... kind) {
        List<String> options = new ArrayList<>(List.of("-ext", "san=" + names));
        options.addAll(List.of(kind));
        return ALL.computeIfAbsent(List.copyOf(options), SelfSigned::make);
    }

    private static SelfSigned make(List<String> options) {
        try {
            Path folder = Files.createTempDirectory("bloomward-key");
            Path file = folder.resolve("key.p12");
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-J-XX:TieredStopAtLevel=1",
                    "-J-XX:+UseSerialGC", "-genkeypair", "-alias", "k", "-dname", "CN=test", "-validity", "2",
                    "-storetype", "PKCS12", "-keystore", file.toString(), "-storepass", new String(PASSWORD)));
            command.addAll(options);
            Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(keytool.waitFor()).as(said).isZero();
            KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD);
            Files.delete(file);
            Files.delete(folder);
            return new SelfSigned(store);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    PrivateKey key() throws GeneralSecurityException {
        return (PrivateKey) store.getKey("k", PASSWORD);
    }

    /// The certificate as a file of authorities has it.
    public String certificate() throws GeneralSecurityException {
        return pem("CERTIFICATE", store.getCertificate("k").getEncoded());
    }

    static String pem(String kind, byte[] body) {
        return "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(body)
                + "\n-----END " + kind + "-----\n";
    }

    /// For a server that shows the certificate, and for a client that trusts no other.
    public SSLContext context() throws GeneralSecurityException {
        KeyManagerFactory shown = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        shown.init(store, PASSWORD);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(shown.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }
}
