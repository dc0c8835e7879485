package bloomward.server.cli.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The address of the Admin API: a scheme, a host, an optional port, and an optional path set by a proxy.
///
/// @param address without a slash at its end
public record ServerAddress(String address) {

    private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    /// Reads an address.
    ///
    /// @return empty if it is not such an address
    public static Optional<ServerAddress> parse(String text) {
        try {
            URI uri = new URI(text);
            boolean isWeb = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (!isWeb || uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawQuery() != null
                    || uri.getRawFragment() != null) {
                return Optional.empty();
            }
            return Optional.of(new ServerAddress(text.replaceAll("/+$", "")));
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    /// Whether the token could be read in transit.
    public boolean sendsInTheClear() {
        URI uri = URI.create(address);
        return "http".equalsIgnoreCase(uri.getScheme())
                && !LOCAL_NAMES.contains(uri.getHost().toLowerCase(Locale.ROOT));
    }

    URI at(ApiPath path) {
        return URI.create(address + path);
    }

    @Override
    public String toString() {
        return address;
    }
}
