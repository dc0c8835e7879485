package bloomward.server.http;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// The first handler of every request.
final class Gate extends Handler.Wrapper {

    /// A client may pipeline requests without waiting for answers. They are answered one by one, and as nothing here
    /// blocks, their thread would never yield; therefore every so many requests it moves to the end of the queue.
    private static final int REQUESTS_IN_A_ROW = 64;

    private final HttpMetrics metrics;

    Gate(Handler next, HttpMetrics metrics) {
        super(next);
        this.metrics = metrics;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        GuardedEndPoint socket = GuardedEndPoint.of(request);
        Exchange exchange = new Exchange(request, response, callback, socket.watch(), metrics);
        if (socket.isBeyondCapacity()) {
            ProblemWriter.refuse(response, Problems.of(503, "too many connections"), exchange);
            return true;
        }
        if (socket.countRequest() % REQUESTS_IN_A_ROW == 0) {
            request.getComponents().getExecutor().execute(() -> handleLater(request, response, exchange));
            return true;
        }
        return super.handle(request, response, exchange);
    }

    private void handleLater(Request request, Response response, Callback callback) {
        try {
            if (!super.handle(request, response, callback)) {
                Response.writeError(request, response, callback, 404);
            }
        } catch (Exception e) { // as Jetty does around the first handler
            Response.writeError(request, response, callback, e);
        }
    }
}
