package bloomward.server.http.admin;

import bloomward.server.config.HostPort;
import bloomward.server.http.Problem;
import bloomward.server.http.Problems;
import io.javalin.http.Context;
import java.util.regex.Pattern;

/// Refuses requests of web pages open in a browser: they come from a trusted machine, but not from a trusted program.
final class BrowserGuard {

    private static final Pattern LOOPBACK = Pattern.compile("(?i)(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?");

    private final boolean loopback;

    BrowserGuard(HostPort address) {
        this.loopback = address.isLoopback();
    }

    /// @throws ProblemException if the request comes from a page of another origin, or of a name rebound to this
    /// address
    void check(Context context) throws ProblemException {
        String host = context.header("Host");
        if (loopback && (host == null || !LOOPBACK.matcher(host).matches())) {
            throw new ProblemException(Problems.of(421, "only for this machine: use the host name localhost"));
        }
        String site = context.header("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            throw crossSite();
        }
        String origin = context.header("Origin");
        if (origin != null && !origin.equals(context.scheme() + "://" + host)) {
            throw crossSite();
        }
    }

    private static ProblemException crossSite() {
        return new ProblemException(
                Problem.of(403, "cross-site", "Cross-site request", "pages of other origins have no access"));
    }
}
