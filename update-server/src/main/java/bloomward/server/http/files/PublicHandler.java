package bloomward.server.http.files;

import bloomward.format.wire.PublicPath;
import bloomward.server.http.AccessLog;
import bloomward.server.http.CacheRule;
import bloomward.server.http.Exchange;
import bloomward.server.http.PartsWriter;
import bloomward.server.http.ProblemWriter;
import bloomward.server.http.Problems;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves the paths under `/v1/`. It stands in front of Javalin, because agents ask for nothing else and skipping
/// Javalin halves the work of a request. Other paths are passed on.
final class PublicHandler extends Handler.Wrapper {

    private static final Logger LOG = LoggerFactory.getLogger(PublicHandler.class);
    private static final HttpField ACCEPT_RANGES = new PreEncodedHttpField(HttpHeader.ACCEPT_RANGES, "bytes");

    /// The path that a balancer asks. Operators have another one on the admin listener.
    static final String HEALTH = "/healthz";

    private final PublicFiles files;

    PublicHandler(PublicFiles files) {
        this.files = files;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        boolean get = request.getMethod().equals("GET");
        if (!get && !request.getMethod().equals("HEAD")) {
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD");
            ProblemWriter.refuse(response, Problems.of(405, ""), callback);
            return true;
        }
        if (hasBody(request)) {
            ProblemWriter.refuse(response, Problems.of(413, "a request here must not have a body"), callback);
            return true;
        }
        String path = request.getHttpURI().getPath();
        if (path.equals(HEALTH)) {
            Exchange.take(request, HEALTH);
            health(response, callback);
            return true;
        }
        if (!path.startsWith("/v1/")) {
            return super.handle(request, response, callback);
        }
        // A cache would treat a path with a query as a different resource, while this handler would not.
        Optional<PublicPath> asked = request.getHttpURI().getQuery() == null
                ? PublicPath.parse(path)
                : Optional.empty();
        if (asked.isEmpty()) {
            ProblemWriter.write(response, Problems.of(404, ""), callback);
            return true;
        }
        String pattern = pattern(asked.get());
        Exchange.take(request, pattern);
        Answer answer;
        try {
            answer = files.find(asked.get());
        } catch (RuntimeException e) { // here, because Jetty would log the whole path
            LOG.error("cannot serve {}", pattern, e);
            ProblemWriter.write(response, Problems.of(500, ""), callback);
            return true;
        }
        if (get && asked.get() instanceof PublicPath.Latest && answer instanceof Answer.Found) {
            files.polled(request.getHeaders().getValuesList(HttpHeader.IF_NONE_MATCH));
        }
        switch (answer) {
            case Answer.Found(Payload payload) -> send(get, request.getHeaders(), payload, response, callback);
            case Answer.Gone _ -> ProblemWriter.write(response, Problems.of(410, "replaced; ask for latest"), callback);
            case Answer.Busy _ -> ProblemWriter.write(response, Problems.of(503, "not to be had now"), callback);
            case Answer.Missing _ -> ProblemWriter.write(response, Problems.of(404, ""), callback);
        }
        return true;
    }

    /// Says whether this node serves the newest publication, and nothing else.
    private void health(Response response, Callback callback) {
        if (!files.isNewest()) {
            ProblemWriter.write(response, Problems.of(503, "this node does not serve the newest publication"),
                    callback);
            return;
        }
        response.setStatus(200);
        response.getHeaders()
                .put(HttpHeader.CACHE_CONTROL, CacheRule.NEVER.header())
                .put(HttpHeader.CONTENT_TYPE, "text/plain")
                .put(HttpHeader.CONTENT_LENGTH, 3);
        response.write(true, ByteBuffer.wrap(new byte[] {'o', 'k', '\n'}), callback);
    }

    private static boolean hasBody(Request request) {
        return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    private static void send(boolean get, HttpFields asked, Payload payload, Response response, Callback callback) {
        Reply reply = Reply.to(new Reply.Asked(get, asked.getValuesList(HttpHeader.IF_MATCH),
                asked.getValuesList(HttpHeader.IF_NONE_MATCH), asked.getValuesList(HttpHeader.IF_RANGE),
                asked.getValuesList(HttpHeader.RANGE)), payload);
        HttpFields.Mutable headers = response.getHeaders();
        headers.put(HttpHeader.ETAG, payload.etag()).put(ACCEPT_RANGES);
        switch (reply.status()) {
            case 412 -> ProblemWriter.write(response, Problems.of(412, ""), callback);
            case 416 -> {
                headers.put(HttpHeader.CONTENT_RANGE, "bytes */" + payload.length());
                ProblemWriter.write(response, Problems.of(416, ""), callback);
            }
            default -> {
                response.setStatus(reply.status());
                headers.put(HttpHeader.CACHE_CONTROL, payload.cache().header());
                if (reply.status() == 304) {
                    // An empty last write, as each answer ends by one; to succeed without any is another path in Jetty.
                    response.write(true, BufferUtil.EMPTY_BUFFER, callback);
                    return;
                }
                if (reply.status() == 206) {
                    headers.put(HttpHeader.CONTENT_RANGE, "bytes " + reply.offset() + "-"
                            + (reply.offset() + reply.length() - 1) + "/" + payload.length());
                }
                headers.put(HttpHeader.CONTENT_TYPE, payload.mediaType())
                        .put(ProblemWriter.NO_SNIFFING)
                        .put(HttpHeader.CONTENT_LENGTH, reply.length());
                PartsWriter.write(response, get ? payload.parts() : List.of(), reply.offset(), get ? reply.length() : 0,
                        callback);
            }
        }
    }

    private static String pattern(PublicPath path) {
        return switch (path) {
            case PublicPath.Latest _ -> "/v1/latest";
            case PublicPath.RootNote _ -> "/v1/root/{n}";
            case PublicPath.Content(PublicPath.ContentKind kind, _) -> switch (kind) {
                case MANIFEST -> "/v1/manifest/{sha256}";
                case PACKED -> "/v1/packed/{sha256}";
                case FLAT -> "/v1/flat/{sha256}";
                case ALLOW -> "/v1/allow/{sha256}";
            };
            case PublicPath.DeltaFile _ -> "/v1/delta/{list}/{from}/{to}";
            case PublicPath.Bloom _ -> "/v1/bloom/{list}/{kind}";
            case PublicPath.Confirm _ -> AccessLog.CONFIRM;
        };
    }
}
