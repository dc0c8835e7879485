package bloomward.server.http;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;

/// A request from the end of its head to the end of its answer: counted, logged, and reported to the connection's
/// watch.
public final class Exchange implements Callback {

    /// The request attribute that names its route; absent if it has none.
    public static final String ROUTE = "bloomward.route";

    /// The request attribute with the exchange itself.
    public static final String EXCHANGE = "bloomward.exchange";

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final ConnectionWatch watch;
    private final HttpMetrics metrics;
    private final long began = System.nanoTime();

    Exchange(Request request, Response response, Callback callback, ConnectionWatch watch, HttpMetrics metrics) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.watch = watch;
        this.metrics = metrics;
        request.setAttribute(EXCHANGE, this);
        watch.headComplete();
        metrics.began();
    }

    /// Notes whether the request has a valid token. Where places run short, strangers may lose theirs first
    /// ([HttpLimits#strangersMakeRoom]).
    public void sentBy(boolean isKnown) {
        watch.sentBy(isKnown);
    }

    /// Sets the route of a request.
    public static void take(Request request, String route) {
        request.setAttribute(ROUTE, route);
    }

    @Override
    public void succeeded() {
        end();
        callback.succeeded();
    }

    @Override
    public void failed(Throwable failure) {
        end();
        callback.failed(failure);
    }

    // Before the callback: anything later belongs to the next request.
    private void end() {
        long now = System.nanoTime();
        watch.answered(now);
        String route = request.getAttribute(ROUTE) instanceof String taken ? taken : AccessLog.OTHER;
        long bytes = Response.getContentBytesWritten(response);
        metrics.ended(route, response.getStatus(), bytes);
        AccessLog.write(request, route, response.getStatus(), bytes, now - began);
    }

    @Override
    public Invocable.InvocationType getInvocationType() {
        return callback.getInvocationType();
    }
}
