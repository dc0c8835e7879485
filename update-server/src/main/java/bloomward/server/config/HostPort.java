package bloomward.server.config;

import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingKind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A listening address, written `127.0.0.1:8480`, `localhost:8480` or `[::1]:8480`.
///
/// @param host a name or an address; IPv6 without brackets
/// @param port 0 for any free port
public record HostPort(String host, int port) {

    /// The kind of a setting with such a value.
    static final SettingKind KIND = new SettingKind() {

        @Override
        public String words() {
            return "`HOST:PORT`";
        }

        @Override
        public String paramLabel() {
            return "HOST:PORT";
        }

        @Override
        public String read(String text) throws SettingException {
            return parse(text).toString();
        }
    };

    private static final Pattern FORM = Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([A-Za-z0-9.-]+)):(\\d{1,5})");
    private static final int MAX_PORT = 0xffff;

    public HostPort {
        if (host.isEmpty() || port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("not a host and port: " + host + " " + port);
        }
    }

    static HostPort parse(String text) throws SettingException {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches() || Integer.parseInt(parts.group(3)) > MAX_PORT) {
            throw new SettingException("'" + text + "' is not HOST:PORT, such as 127.0.0.1:8480 or [::1]:8480");
        }
        String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
        return new HostPort(host, Integer.parseInt(parts.group(3)));
    }

    /// Whether only programs on this machine can connect.
    public boolean isLoopback() {
        return host.equals("localhost") || host.equals("::1") || host.matches("127(\\.\\d{1,3}){3}");
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
