package bloomward.server.http;

import java.util.Set;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs one line for each request, with the pattern of its path, never the path itself. A confirm request hints at the
/// page being visited, so client addresses are not logged for confirm requests, and no line holds text that a client
/// can choose.
public final class AccessLog {

    /// Client addresses are not logged for this pattern.
    public static final String CONFIRM = "/v1/confirm/{root}/{bucket}";
    /// A request that matched no route.
    static final String OTHER = "other";

    private static final Logger LOG = LoggerFactory.getLogger("bloomward.access");
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private AccessLog() {}

    static void write(Request request, String route, int status, long bytes, long nanos) {
        if (!LOG.isInfoEnabled()) {
            return;
        }
        String address = route.equals(CONFIRM) ? "-" : Request.getRemoteAddr(request);
        String method = METHODS.contains(request.getMethod()) ? request.getMethod() : OTHER;
        LOG.info("{} {} {} {} {} us {}", method, route, status, bytes, nanos / 1000, address);
    }
}
