package bloomward.server.fetch;

import bloomward.server.fetch.FetchOutcome.Reason;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/// The rules for following redirects.
final class Redirects {

    /// The length that every server takes (RFC 9110, 4.1). Resolving the dots of a path is not linear.
    private static final int MAX_LENGTH = 8_000;

    private Redirects() {}

    /// The next address to fetch.
    ///
    /// @param first the address in the definition
    /// @param at the address that answered
    static URI next(FeedDefinition feed, URI first, URI at, String location) throws FetchException {
        URI next;
        if (location.length() > MAX_LENGTH) {
            throw new FetchException(Reason.REDIRECT, "to a URL of more than " + MAX_LENGTH + " characters");
        }
        try {
            next = at.resolve(location);
        } catch (IllegalArgumentException _) {
            throw new FetchException(Reason.REDIRECT, "to an invalid URL");
        }
        String scheme = Optional.ofNullable(next.getScheme()).orElse("");
        String host = Optional.ofNullable(next.getHost()).orElse("").toLowerCase(Locale.ROOT);
        if (location.isEmpty() || host.isEmpty() || next.getRawUserInfo() != null
                || !(scheme.equals("https") || scheme.equals("http"))) {
            throw new FetchException(Reason.REDIRECT, "to a URL without http or https and a host");
        }
        if (scheme.equals("http") && "https".equals(at.getScheme())) {
            throw new FetchException(Reason.REDIRECT, "from https to http, at " + host);
        }
        if (!host.equals(first.getHost().toLowerCase(Locale.ROOT)) && !feed.redirectHosts().contains(host)) {
            throw new FetchException(Reason.REDIRECT, "to " + host + ", which is not in redirect-hosts");
        }
        // Another port of the same host may belong to another service, open to this machine only.
        int port = Publishers.port(next);
        if (port != (scheme.equals("https") ? 443 : 80) && port != Publishers.port(first)) {
            throw new FetchException(Reason.REDIRECT, "to port " + port + " of " + host);
        }
        return next;
    }
}
