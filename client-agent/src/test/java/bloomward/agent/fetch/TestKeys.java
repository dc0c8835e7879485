package bloomward.agent.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A key and its certificate for one run, by the JDK's own tool: such as lie in a repository expire.
final class TestKeys {

    private static final char[] PASSWORD = "changeit".toCharArray();

    private final KeyStore keys;
    private final Path certificate;

    private TestKeys(KeyStore keys, Path certificate) {
        this.keys = keys;
        this.certificate = certificate;
    }

    /// @param names whom the certificate names, such as `ip:127.0.0.1`
    static TestKeys make(Path folder, String name, String names) throws Exception {
        Path store = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair", "-alias", "k", "-dname", "CN=" + name, "-ext", "san=" + names, "-validity", "2",
                "-keyalg", "EC", "-groupname", "secp256r1", "-storetype", "PKCS12", "-keystore", store.toString(),
                "-storepass", new String(PASSWORD)).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(keys.getCertificate("k").getEncoded());
        return new TestKeys(keys, Files.writeString(folder.resolve(name + ".pem"),
                "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n"));
    }

    /// The certificate, in PEM.
    Path certificate() {
        return certificate;
    }

    ServerSocketFactory sockets() throws Exception {
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
        factory.init(keys, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context.getServerSocketFactory();
    }
}
