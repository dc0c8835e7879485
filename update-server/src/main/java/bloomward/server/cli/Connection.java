package bloomward.server.cli;

import bloomward.program.command.CommandException;
import bloomward.program.terminal.Io;
import bloomward.program.text.Printable;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerAddress;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Connects to the server given by options and environment.
final class Connection {

    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);
    private static final int MAX_TOKEN_IN_BYTES = 1024;
    private static final Set<PosixFilePermission> OF_OTHERS = EnumSet.of(PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

    private final Io io;
    private final GlobalOptions options;

    Connection(Io io, GlobalOptions options) {
        this.io = io;
        this.options = options;
    }

    AdminApi open() throws IOException, CommandException {
        ServerAddress server = server();
        Path file = options.tokenFile()
                .or(() -> io.variable("BLOOMWARD_TOKEN_FILE").map(Path::of))
                .orElseThrow(
                        () -> CommandException.error("no token given\nUse --token-file FILE or BLOOMWARD_TOKEN_FILE."));
        String token = token(file);
        if (server.sendsInTheClear()) {
            warn(server + ": connection without TLS; the token can be read in transit");
        }
        // HTTP/1.1, because a streamed body with `Expect: 100-continue` works well there.
        HttpClient.Builder http = HttpClient.newBuilder()
                .connectTimeout(CONNECT_WITHIN)
                .followRedirects(HttpClient.Redirect.NEVER)
                .version(HttpClient.Version.HTTP_1_1);
        Optional<Path> caFile = options.caFile().or(() -> io.variable("BLOOMWARD_CA_FILE").map(Path::of));
        if (caFile.isPresent()) {
            http.sslContext(trusting(caFile.get()));
        }
        return new AdminApi(http.build(), server, token);
    }

    private ServerAddress server() throws CommandException {
        String text = options.server()
                .or(() -> io.variable("BLOOMWARD_ADMIN_URL"))
                .orElseThrow(() -> CommandException.error("no server given\n"
                        + "Use --server URL or BLOOMWARD_ADMIN_URL, with the address of the Admin API."));
        return ServerAddress.parse(text)
                .orElseThrow(() -> CommandException.error("'" + text
                        + "' is not a server address\nExpected an address like https://lists.example:8481."));
    }

    private String token(Path file) throws IOException, CommandException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_TOKEN_IN_BYTES + 1);
        }
        String token = new String(bytes, StandardCharsets.UTF_8).strip();
        // A token must not add lines to a header, and the message never repeats a text that may be another secret.
        if (bytes.length > MAX_TOKEN_IN_BYTES || !token.matches("[!-~]+")) {
            throw CommandException.error(file + ": contains no token; a token is a single word");
        }
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            Set<PosixFilePermission> others = EnumSet.copyOf(OF_OTHERS);
            others.retainAll(Files.getPosixFilePermissions(file));
            if (!others.isEmpty()) {
                warn(file + ": other users can read or change this token (chmod 600)");
            }
        }
        return token;
    }

    private void warn(String text) {
        io.err().println("warning: " + Printable.of(text));
    }

    private static SSLContext trusting(Path file) throws IOException, CommandException {
        try (InputStream in = Files.newInputStream(file)) {
            Collection<? extends Certificate> certificates = CertificateFactory.getInstance("X.509")
                    .generateCertificates(in);
            if (certificates.isEmpty()) {
                throw CommandException.error(file + ": contains no certificate");
            }
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            int number = 0;
            for (Certificate certificate : certificates) {
                trusted.setCertificateEntry("ca-" + number++, certificate);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw CommandException.error(file + ": not PEM certificates: " + e.getMessage());
        }
    }
}
