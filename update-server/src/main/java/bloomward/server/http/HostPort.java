package bloomward.server.http;

/// Where a listener listens, written `127.0.0.1:8080`, `localhost:8080` or `[::1]:8080`.
///
/// @param host a name or an address, IPv6 without its brackets
/// @param port 0 for any that is free
public record HostPort(String host, int port) {

    public HostPort {
        if (host.isBlank() || port < 0 || port > 65_535) {
            throw new IllegalArgumentException("not a host and a port: " + host + ":" + port);
        }
    }

    /// @throws IllegalArgumentException if the text is not of the form above
    public static HostPort parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw new IllegalArgumentException("an IPv6 address needs brackets: " + text);
        }
        try {
            return new HostPort(host, Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a host and a port: " + text, e);
        }
    }

    /// Whether only programs of this machine can connect.
    public boolean isLoopback() {
        return host.equals("localhost") || host.equals("::1") || host.matches("127(\\.\\d{1,3}){3}");
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
