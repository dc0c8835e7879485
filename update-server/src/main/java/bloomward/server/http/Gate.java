package bloomward.server.http;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// The first handler of every request.
final class Gate extends Handler.Wrapper {

    /// A client may pipeline requests without waiting for answers. They are answered one by one, and as nothing here
    /// blocks, their thread would never yield; therefore every so many requests it moves to the end of the queue. No
    /// request is handed to another thread: Jetty (12.1.12) may complete a request twice if another thread ends it without
    /// a write while the first one returns, and the next request on the connection then gets no answer.
    private static final int REQUESTS_IN_A_ROW = 64;

    private final HttpMetrics metrics;

    Gate(Handler next, HttpMetrics metrics) {
        super(next);
        this.metrics = metrics;
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // for a virtual thread, a yield is a turn in a fair queue
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        GuardedEndPoint socket = GuardedEndPoint.of(request);
        Exchange exchange = new Exchange(request, response, callback, socket.watch(), metrics);
        if (socket.isBeyondCapacity()) {
            ProblemWriter.refuse(response, Problems.of(503, "too many connections"), exchange);
            return true;
        }
        if (socket.countRequest() % REQUESTS_IN_A_ROW == 0) {
            Thread.yield();
        }
        return super.handle(request, response, exchange);
    }
}
