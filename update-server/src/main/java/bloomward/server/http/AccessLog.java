package bloomward.server.http;

import java.util.Set;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One line for each request: by the pattern of its path, never by the path. A confirm question says what somebody looks
/// at, so its line has no address either, and no line holds anything that a stranger may choose.
public final class AccessLog {

    /// Beside this pattern no address is written.
    public static final String CONFIRM = "/v1/confirm/{root}/{bucket}";
    /// A request that no route took.
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
