package bloomward.server.config;

import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingKind;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The kinds of settings about notifications.
final class NotifyKinds {

    /// An address to which notifications are posted.
    static final SettingKind WEBHOOK = new Words("an address with `https:`, or with `http:` on this machine", "URL") {

        @Override
        public String read(String text) throws SettingException {
            return webhook(text).toString();
        }
    };

    /// One mail address.
    static final SettingKind MAILBOX = new Words("a mail address", "ADDRESS") {

        @Override
        public String read(String text) throws SettingException {
            return mailbox(text);
        }
    };

    /// Several mail addresses.
    static final SettingKind MAILBOXES = new Words("mail addresses, separated by commas; in files `[\"one\", \"two\"]`",
            "ADDRESS,...") {

        @Override
        public String read(String text) throws SettingException {
            List<String> read = new ArrayList<>();
            for (String each : parts(text).toList()) {
                read.add(mailbox(each));
            }
            if (read.isEmpty() || read.size() > MOST_MAILBOXES) {
                throw new SettingException("there must be 1 to " + MOST_MAILBOXES + " mail addresses");
            }
            return String.join(",", read);
        }

        @Override
        public boolean isList() {
            return true;
        }
    };

    /// The name by which the server signs in to a mail server.
    static final SettingKind USER = new Words("a name", "NAME") {

        @Override
        public String read(String text) throws SettingException {
            if (!text.matches("\\P{Cntrl}{1,256}")) {
                throw new SettingException("must be a name of at most 256 characters");
            }
            return text;
        }
    };

    /// Kinds of notifications.
    static final SettingKind KINDS = new Words("of "
            + Stream.of(NoticeKind.values()).map(kind -> "`" + kind.label() + "`").collect(Collectors.joining(", ")),
            "KIND,...") {

        @Override
        public String read(String text) throws SettingException {
            for (String each : parts(text).toList()) {
                if (NoticeKind.labelled(each).isEmpty()) {
                    throw new SettingException("'" + each + "': must be one of "
                            + Stream.of(NoticeKind.values()).map(NoticeKind::label).collect(Collectors.joining(", ")));
                }
            }
            return parts(text).collect(Collectors.joining(","));
        }

        @Override
        public boolean isList() {
            return true;
        }
    };

    private static final int MOST_MAILBOXES = 20;

    private NotifyKinds() {}

    /// A kind with fixed words.
    private abstract static class Words implements SettingKind {

        private final String words;
        private final String label;

        Words(String words, String label) {
            this.words = words;
            this.label = label;
        }

        @Override
        public String words() {
            return words;
        }

        @Override
        public String paramLabel() {
            return label;
        }
    }

    /// The parts of a list, in their order.
    static Stream<String> parts(String text) {
        return Arrays.stream(text.split(",")).map(String::strip).filter(each -> !each.isEmpty());
    }

    /// Nothing in it is secret, because settings are shown.
    static URI webhook(String text) throws SettingException {
        try {
            URI address = new URI(text);
            String host = address.getHost();
            boolean isOpen = "https".equals(address.getScheme());
            if (host == null || address.getRawUserInfo() != null || address.getRawFragment() != null
                    || !(isOpen || "http".equals(address.getScheme()))) {
                throw new SettingException("'" + text + "': must be https://HOST/..., without a user and without '#'");
            }
            if (!isOpen && !new HostPort(host.replaceAll("[\\[\\]]", ""), 0).isLoopback()) {
                throw new SettingException("'" + text + "': must be https, because its host is not a loopback address");
            }
            return address;
        } catch (URISyntaxException e) {
            throw new SettingException("'" + text + "' is not an address: " + e.getReason());
        }
    }

    private static String mailbox(String text) throws SettingException {
        if (!text.matches("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,255}")) {
            throw new SettingException("'" + text + "' is not a mail address such as ann@example.org");
        }
        return text;
    }
}
