package bloomward.server.http;

import java.util.Set;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs one line for each request, with the pattern of its path, never the path itself. A request for full hashes hints at the
/// page being visited and a report names one, so client addresses are not logged for them, and no line holds text that a
/// client can choose.
public final class AccessLog {

    public static final String CONFIRM = "/v1/confirm/{root}/{bucket}";
    public static final String REPORT = "/v1/report";
    public static final String REPORT_STATE = "/v1/report/{number}";
    public static final String SEARCH = "/v5/hashes:search";
    public static final String FIND = "/v4/fullHashes:find";
    /// A request that matched no route.
    static final String OTHER = "other";

    private static final Logger LOG = LoggerFactory.getLogger("bloomward.access");
    /// The patterns for which client addresses are not logged.
    private static final Set<String> WITHOUT_ADDRESS = Set.of(CONFIRM, REPORT, REPORT_STATE, SEARCH, FIND);
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private AccessLog() {}

    static void write(Request request, String route, int status, long bytes, long nanos) {
        if (!LOG.isInfoEnabled()) {
            return;
        }
        String address = WITHOUT_ADDRESS.contains(route) ? "-" : Request.getRemoteAddr(request);
        String method = METHODS.contains(request.getMethod()) ? request.getMethod() : OTHER;
        LOG.info("{} {} {} {} {} us {}", method, route, status, bytes, nanos / 1000, address);
    }
}
