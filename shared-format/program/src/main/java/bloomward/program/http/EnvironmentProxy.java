package bloomward.program.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The proxies named by the environment, as in other programs: `https_proxy`, `http_proxy` and `all_proxy`, and in
/// `no_proxy` the hosts reached directly, each with its subdomains. Names in either case. This machine is always
/// reached directly: to a proxy, `localhost` is another machine.
public final class EnvironmentProxy extends ProxySelector {

    private static final Pattern THIS_MACHINE = Pattern.compile("(.*\\.)?localhost|127(\\.\\d+){3}|\\[::1]");

    private final Map<String, Named> bySchemes;
    private final List<String> direct;

    /// @param userInfo `user:password`, unescaped; empty if there is none
    private record Named(String host, int port, String userInfo) {

        Proxy proxy() {
            return new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(host, port));
        }
    }

    private EnvironmentProxy(Map<String, Named> bySchemes, List<String> direct) {
        this.bySchemes = bySchemes;
        this.direct = direct;
    }

    /// The proxies for a client that cannot send passwords; a proxy with a password is refused.
    ///
    /// @throws IllegalArgumentException if a named proxy cannot be used; the message does not repeat its address,
    ///         which may hold a password
    public static EnvironmentProxy of(Map<String, String> environment) {
        return of(environment, false);
    }

    /// The proxies for a client that gets the [#password] of a proxy.
    ///
    /// @throws IllegalArgumentException as [#of(Map)]
    public static EnvironmentProxy withPasswords(Map<String, String> environment) {
        return of(environment, true);
    }

    private static EnvironmentProxy of(Map<String, String> environment, boolean takesPassword) {
        Optional<Named> all = proxy(environment, "all_proxy", takesPassword);
        var bySchemes = new HashMap<String, Named>();
        for (String scheme : List.of("http", "https")) {
            proxy(environment, scheme + "_proxy", takesPassword).or(() -> all)
                    .ifPresent(proxy -> bySchemes.put(scheme, proxy));
        }
        List<String> direct = Arrays.stream(value(environment, "no_proxy").split(","))
                .map(host -> host.strip().toLowerCase(Locale.ROOT).replaceFirst("^\\*?\\.", ""))
                .filter(host -> !host.isEmpty())
                .toList();
        return new EnvironmentProxy(Map.copyOf(bySchemes), direct);
    }

    private static String value(Map<String, String> environment, String name) {
        String lower = environment.getOrDefault(name, "");
        return lower.isEmpty() ? environment.getOrDefault(name.toUpperCase(Locale.ROOT), "") : lower;
    }

    private static Optional<Named> proxy(Map<String, String> environment, String name, boolean takesPassword) {
        String text = value(environment, name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            URI uri = URI.create(text.contains("://") ? text : "http://" + text);
            String userInfo = Optional.ofNullable(uri.getUserInfo()).orElse("");
            if ("http".equals(uri.getScheme()) && uri.getHost() != null && (userInfo.isEmpty() || takesPassword)) {
                return Optional.of(new Named(uri.getHost(), uri.getPort() < 0 ? 80 : uri.getPort(), userInfo));
            }
        } catch (IllegalArgumentException _) {
            // Refused below, like a URL that is not such a proxy.
        }
        throw new IllegalArgumentException(name + " must be http://"
                + (takesPassword
                        ? "host:port or http://user:password@host:port"
                        : "host:port, without user and password"));
    }

    /// The user name and password given with a proxy.
    ///
    /// @param host of the proxy
    public Optional<PasswordAuthentication> password(String host, int port) {
        return bySchemes.values()
                .stream()
                .filter(named -> named.host().equals(host) && named.port() == port && !named.userInfo().isEmpty())
                .findFirst()
                .map(named -> {
                    String[] parts = named.userInfo().split(":", 2);
                    return new PasswordAuthentication(parts[0], (parts.length > 1 ? parts[1] : "").toCharArray());
                });
    }

    @Override
    public List<Proxy> select(URI uri) {
        String host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
        boolean isDirect = THIS_MACHINE.matcher(host).matches()
                || direct.stream().anyMatch(name -> name.equals("*") || host.equals(name) || host.endsWith("." + name));
        Optional<Named> named = isDirect ? Optional.empty() : Optional.ofNullable(bySchemes.get(uri.getScheme()));
        return List.of(named.map(Named::proxy).orElse(Proxy.NO_PROXY));
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException problem) {
        // The fetch itself fails and says so; there is no other proxy to try.
    }
}
