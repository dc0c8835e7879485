package bloomward.format.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
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

/// The proxy that the environment names, as other programs read it: `https_proxy`, `http_proxy` and `all_proxy`, and in
/// `no_proxy` hosts that are asked directly, each with those below it. Names in either case.
public final class EnvironmentProxy extends ProxySelector {

    private final Map<String, Proxy> bySchemes;
    private final List<String> direct;

    private EnvironmentProxy(Map<String, Proxy> bySchemes, List<String> direct) {
        this.bySchemes = bySchemes;
        this.direct = direct;
    }

    /// @throws IllegalArgumentException if a proxy is named that cannot be used; the message does not repeat its address,
    ///         which may hold a password
    public static EnvironmentProxy of(Map<String, String> environment) {
        Optional<Proxy> all = proxy(environment, "all_proxy");
        var bySchemes = new HashMap<String, Proxy>();
        for (String scheme : List.of("http", "https")) {
            proxy(environment, scheme + "_proxy").or(() -> all).ifPresent(proxy -> bySchemes.put(scheme, proxy));
        }
        List<String> direct = Arrays.stream(value(environment, "no_proxy").split(","))
                .map(host -> host.strip().toLowerCase(Locale.ROOT).replaceFirst("^\\*?\\.", ""))
                .filter(host -> !host.isEmpty()).toList();
        return new EnvironmentProxy(Map.copyOf(bySchemes), direct);
    }

    private static String value(Map<String, String> environment, String name) {
        String lower = environment.getOrDefault(name, "");
        return lower.isEmpty() ? environment.getOrDefault(name.toUpperCase(Locale.ROOT), "") : lower;
    }

    private static Optional<Proxy> proxy(Map<String, String> environment, String name) {
        String text = value(environment, name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            URI uri = URI.create(text.contains("://") ? text : "http://" + text);
            if ("http".equals(uri.getScheme()) && uri.getHost() != null && uri.getRawUserInfo() == null) {
                int port = uri.getPort() < 0 ? 80 : uri.getPort();
                return Optional.of(new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(uri.getHost(), port)));
            }
        } catch (IllegalArgumentException _) {
            // Refused below, together with what is a URL and no such proxy.
        }
        throw new IllegalArgumentException(name + " must be http://host:port, without user and password");
    }

    @Override
    public List<Proxy> select(URI uri) {
        String host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
        boolean isDirect = direct.stream()
                .anyMatch(name -> name.equals("*") || host.equals(name) || host.endsWith("." + name));
        Proxy proxy = isDirect ? Proxy.NO_PROXY : bySchemes.getOrDefault(uri.getScheme(), Proxy.NO_PROXY);
        return List.of(proxy);
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException problem) {
        // The fetch itself fails and says so; there is no other proxy to try.
    }
}
