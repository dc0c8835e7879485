package bloomward.server.notify;

import bloomward.server.http.tls.SelfSigned;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.subethamail.smtp.MessageHandler;
import org.subethamail.smtp.RejectException;
import org.subethamail.smtp.auth.EasyAuthenticationHandlerFactory;
import org.subethamail.smtp.auth.LoginFailedException;
import org.subethamail.smtp.server.SMTPServer;

/// A mail server for tests, with a certificate of its own making.
public final class MailReceiver implements AutoCloseable {

    public static final String USER = "bloomward";
    public static final String PASSWORD = "a password of mail";

    private final List<Taken> taken = new CopyOnWriteArrayList<>();
    private final Path certificate;
    private final SMTPServer server;

    /// A mail as it arrived.
    ///
    /// @param text all of it, headers and body
    public record Taken(String from, String to, String text) {

        /// The lines before the first empty one.
        public List<String> headers() {
            return text.lines().takeWhile(line -> !line.isEmpty()).toList();
        }
    }

    /// How the server is.
    enum Kind {
        /// With STARTTLS, which it requires, and a password.
        USUAL,
        /// Without TLS and without a password.
        PLAIN
    }

    public static MailReceiver usual(Path folder) throws Exception {
        return new MailReceiver(folder, Kind.USUAL, "ip:127.0.0.1");
    }

    /// @param name for which the certificate is, as keytool has it
    MailReceiver(Path folder, Kind kind, String name) throws Exception {
        certificate = folder.resolve("mail-ca.pem");
        SMTPServer.Builder builder = new SMTPServer.Builder().bindAddress(InetAddress.getLoopbackAddress())
                .hostName("mail.example")
                .port(0)
                .insertReceivedHeaders(false)
                .messageHandlerFactory(_ -> new Letters());
        if (kind == Kind.USUAL) {
            SelfSigned signed = SelfSigned.of(name);
            Files.writeString(certificate, signed.certificate());
            builder = builder.enableTLS()
                    .requireTLS()
                    .startTlsSocketFactory(signed.context(), false)
                    .requireAuth()
                    .authenticationHandlerFactory(new EasyAuthenticationHandlerFactory((user, password, _) -> {
                        if (!user.equals(USER) || !password.equals(PASSWORD)) {
                            throw new LoginFailedException("wrong user or password");
                        }
                    }));
        }
        server = builder.build();
        server.start();
    }

    /// Takes one mail, for each of its receivers.
    private final class Letters implements MessageHandler {

        private final List<String> receivers = new ArrayList<>();
        private String sender = "";

        @Override
        public void from(String from) {
            sender = from;
        }

        @Override
        public void recipient(String recipient) throws RejectException {
            if (recipient.startsWith("closed@")) {
                throw new RejectException(550, "mailbox closed");
            }
            receivers.add(recipient);
        }

        @Override
        public String data(InputStream data) throws IOException {
            String text = new String(data.readAllBytes(), StandardCharsets.UTF_8);
            receivers.forEach(each -> taken.add(new Taken(sender, each, text)));
            return "taken";
        }

        @Override
        public void done() {
            // Nothing is open.
        }
    }

    public List<Taken> taken() {
        return List.copyOf(taken);
    }

    public String address() {
        return "127.0.0.1:" + server.getPortAllocated();
    }

    /// The certificate, as a file of authorities.
    public Path certificate() {
        return certificate;
    }

    /// A file with the password.
    public static Path passwordFile(Path folder) throws IOException {
        return Files.writeString(folder.resolve("mail.password"), PASSWORD + "\n");
    }

    @Override
    public void close() {
        server.stop();
    }
}
