package bloomward.server.notify;

import bloomward.server.config.Settings.Mail;
import bloomward.server.config.Settings.MailLogin;
import jakarta.mail.Address;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.util.Arrays;
import java.util.Date;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/// Sends messages as mails in plain text. Unless the mail server is on this machine and the setting says so, nothing is sent
/// without TLS and a certificate that names the server.
final class MailWay implements Way {

    private static final String TIME_OUT_IN_MILLIS = "20000";

    private final Mail mail;
    private final Optional<String> password;
    private final Session session;

    /// @throws IOException if the password cannot be read
    MailWay(Mail mail, SSLContext tls) throws IOException {
        this.mail = mail;
        this.password = mail.login().isPresent()
                ? Optional.of(Secret.read(mail.login().get().password(), 1))
                : Optional.empty();
        this.session = Session.getInstance(properties(mail, tls));
    }

    private static Properties properties(Mail mail, SSLContext tls) {
        Properties all = new Properties();
        String isOverTls = Boolean.toString(mail.isOverTls());
        all.put("mail.smtp.starttls.enable", isOverTls);
        all.put("mail.smtp.starttls.required", isOverTls);
        all.put("mail.smtp.ssl.socketFactory", tls.getSocketFactory());
        all.put("mail.smtp.ssl.checkserveridentity", "true");
        all.put("mail.smtp.ssl.protocols", "TLSv1.3 TLSv1.2");
        all.put("mail.smtp.auth", Boolean.toString(mail.login().isPresent()));
        all.put("mail.smtp.auth.mechanisms", "PLAIN LOGIN");
        all.put("mail.smtp.connectiontimeout", TIME_OUT_IN_MILLIS);
        all.put("mail.smtp.timeout", TIME_OUT_IN_MILLIS);
        all.put("mail.smtp.writetimeout", TIME_OUT_IN_MILLIS);
        all.put("mail.smtp.quitwait", "false"); // the mail is taken already, whatever follows
        all.put("mail.smtp.sendpartial", "true"); // one closed mailbox of several is no reason to tell nobody
        return all;
    }

    @Override
    public String name() {
        return "mail";
    }

    @Override
    public Delivered deliver(Message message) throws IOException {
        try (Transport transport = session.getTransport("smtp")) {
            MimeMessage letter = letter(message);
            transport.connect(mail.server().host(), mail.server().port(),
                    mail.login().map(MailLogin::user).orElse(null), password.orElse(null));
            transport.sendMessage(letter, letter.getAllRecipients());
            return new Delivered("sent to " + String.join(", ", mail.to()), true);
        } catch (SendFailedException e) {
            Address[] refused = e.getInvalidAddresses();
            if (e.getValidSentAddresses() == null || e.getValidSentAddresses().length == 0) {
                throw new IOException("the mail server refuses the message: " + reason(e), e);
            }
            return new Delivered("not sent to " + Arrays.stream(refused == null ? new Address[0] : refused)
                    .map(Address::toString)
                    .collect(Collectors.joining(", ")) + ": " + reason(e), false);
        } catch (MessagingException e) {
            throw new IOException("the mail server: " + reason(e), e);
        }
    }

    private MimeMessage letter(Message message) throws MessagingException {
        String host = mail.from().replaceFirst(".*@", "");
        MimeMessage letter = new MimeMessage(session) {

            @Override
            protected void updateMessageID() throws MessagingException {
                setHeader("Message-ID", "<" + message.id() + "@" + host + ">"); // not the name of this machine
            }
        };
        letter.setFrom(new InternetAddress(mail.from()));
        for (String receiver : mail.to()) {
            letter.addRecipient(RecipientType.TO, new InternetAddress(receiver));
        }
        letter.setSubject(MessageText.subject(message), "UTF-8");
        letter.setSentDate(Date.from(message.at()));
        letter.setHeader("Auto-Submitted", "auto-generated"); // RFC 3834: no answers by machines
        letter.setText(MessageText.body(message), "UTF-8");
        return letter;
    }

    /// The innermost reason, which names what is wrong with a certificate or an address.
    private static String reason(MessagingException e) {
        Exception reason = e;
        while (reason instanceof MessagingException outer && outer.getNextException() != null) {
            reason = outer.getNextException();
        }
        return String.valueOf(reason.getMessage()).strip();
    }

    @Override
    public void close() {
        // Each delivery has a connection of its own.
    }
}
