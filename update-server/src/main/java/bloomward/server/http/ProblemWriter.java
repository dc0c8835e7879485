package bloomward.server.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/// Writes problems below Javalin: for the public side and, as Jetty's error handler, for input that never becomes a
/// request. Internal failures are not described, and no stack trace is sent.
public final class ProblemWriter implements Request.Handler {

    /// A minute: by then, idle connections are closed.
    private static final String RETRY_AFTER_SECONDS = "60";

    public static final HttpField NO_SNIFFING = new PreEncodedHttpField("X-Content-Type-Options", "nosniff");
    private static final HttpField TYPE = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
    private static final HttpField NO_STORE = new PreEncodedHttpField(HttpHeader.CACHE_CONTROL,
            CacheRule.NEVER.header());
    private static final HttpField CLOSE = new PreEncodedHttpField(HttpHeader.CONNECTION, "close");

    /// For requests that Jetty itself refuses or fails on.
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        String detail = "";
        if (request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof HttpException refused) {
            status = refused.getCode();
            detail = refused.getReason() == null ? "" : refused.getReason();
        }
        write(response, Problems.of(status, detail), callback);
        return true;
    }

    public static void write(Response response, Problem problem, Callback callback) {
        byte[] body = Problems.bytes(problem);
        response.setStatus(problem.status());
        response.getHeaders().put(TYPE).put(NO_STORE).put(NO_SNIFFING).put(HttpHeader.CONTENT_LENGTH, body.length);
        if (problem.status() == 503) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    /// Writes the problem and closes the connection.
    public static void refuse(Response response, Problem problem, Callback callback) {
        response.getHeaders().put(CLOSE);
        write(response, problem, callback);
    }
}
