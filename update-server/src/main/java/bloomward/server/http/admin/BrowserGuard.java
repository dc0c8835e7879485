package bloomward.server.http.admin;

import bloomward.server.config.HostPort;
import bloomward.server.http.Problem;
import bloomward.server.http.Problems;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Refuses requests of web pages open in a browser: they come from a trusted machine, but not from a trusted program. Only
/// the pages of the console belong here.
final class BrowserGuard {

    private static final Pattern LOOPBACK = Pattern.compile("(?i)(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?");
    /// Addresses that a link in a mail or a chat may lead to. They answer with the same bytes for everyone.
    private static final Set<String> SHELL = Set.of("/", "/console", "/console/");

    private final boolean loopback;
    private final Optional<URI> proxied;

    /// @param proxied the origin of a proxy that leads here
    BrowserGuard(HostPort address, Optional<URI> proxied) {
        this.loopback = address.isLoopback();
        this.proxied = proxied;
    }

    /// @throws ProblemException if the request comes from a page of another origin, or of a name rebound to this
    /// address
    void check(Context context) throws ProblemException {
        String host = context.header("Host");
        if (loopback && (host == null || !(LOOPBACK.matcher(host).matches() || isProxied(host)))) {
            throw new ProblemException(Problems.of(421, proxied.isPresent()
                    ? "only for this machine, and for " + proxied.get() + ": use one of these"
                    : "only for this machine: use the host name localhost, or name the proxy by the setting admin-origin"));
        }
        String site = context.header("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none") && !isLink(context)) {
            throw crossSite();
        }
        String origin = context.header("Origin");
        if (origin != null && !isOwn(origin, context)) {
            throw crossSite();
        }
    }

    /// Whether the request says that a page of this origin sent it. A browser always says so where it matters; a request
    /// with neither header is a program's, and a program has no use for a cookie.
    boolean isOwnPage(Context context) {
        String origin = context.header("Origin");
        return "same-origin".equals(context.header("Sec-Fetch-Site")) || (origin != null && isOwn(origin, context));
    }

    /// Whether the browser has reached this over TLS, here or at the proxy.
    boolean isSecure(Context context) {
        if (context.scheme().equals("https")) {
            return true;
        }
        String origin = context.header("Origin");
        String host = context.header("Host");
        return proxied.filter(each -> each.getScheme().equals("https")).isPresent()
                && (proxied.get().toString().equals(origin) || (host != null && isProxied(host)));
    }

    static ProblemException crossSite() {
        return new ProblemException(
                Problem.of(403, "cross-site", "Cross-site request", "pages of other origins have no access"));
    }

    private boolean isOwn(String origin, Context context) {
        return origin.equals(context.scheme() + "://" + context.header("Host"))
                || proxied.filter(each -> each.toString().equals(origin)).isPresent();
    }

    private boolean isProxied(String host) {
        return proxied.filter(each -> each.getAuthority().equalsIgnoreCase(host)).isPresent();
    }

    private static boolean isLink(Context context) {
        return (context.method().equals(HandlerType.GET) || context.method().equals(HandlerType.HEAD))
                && SHELL.contains(context.path()) && "navigate".equals(context.header("Sec-Fetch-Mode"))
                && "document".equals(context.header("Sec-Fetch-Dest"));
    }
}
