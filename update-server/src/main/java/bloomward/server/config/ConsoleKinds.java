package bloomward.server.config;

import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingKind;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/// The kinds of settings about the console.
final class ConsoleKinds {

    /// The origin of a proxy.
    static final SettingKind ORIGIN = new SettingKind() {

        @Override
        public String words() {
            return "`https://HOST[:PORT]`, or with `http:` on this machine";
        }

        @Override
        public String paramLabel() {
            return "ORIGIN";
        }

        @Override
        public String read(String text) throws SettingException {
            return origin(text).toString();
        }
    };

    private ConsoleKinds() {}

    /// As browsers write it: in lower case, without the usual port, without a path.
    private static URI origin(String text) throws SettingException {
        try {
            URI address = new URI(text.replaceFirst("/$", "").toLowerCase(Locale.ROOT));
            String host = address.getHost();
            boolean isOpen = "https".equals(address.getScheme());
            if (host == null || address.getRawUserInfo() != null || !address.getRawPath().isEmpty()
                    || address.getRawQuery() != null || address.getRawFragment() != null
                    || !(isOpen || "http".equals(address.getScheme()))) {
                throw new SettingException("'" + text + "': must be https://HOST or https://HOST:PORT, without a path");
            }
            if (!isOpen && !new HostPort(host.replaceAll("[\\[\\]]", ""), 0).isLoopback()) {
                throw new SettingException("'" + text
                        + "': must be https, because its host is not a loopback address and tokens cross the network");
            }
            int port = address.getPort() == (isOpen ? 443 : 80) ? -1 : address.getPort();
            return new URI(address.getScheme(), null, host, port, null, null, null);
        } catch (URISyntaxException e) {
            throw new SettingException("'" + text + "' is not an address: " + e.getReason());
        }
    }
}
