package bloomward.server.http.admin;

import java.io.IOException;
import java.util.OptionalLong;

/// Sends events to one receiver. Runs on the request's own thread, and may wait.
@FunctionalInterface
public interface EventStream {

    /// Returns to end the stream.
    ///
    /// @throws IOException if the receiver is gone
    /// @throws ProblemException before anything is sent
    void run(Out out) throws IOException, ProblemException;

    /// The way to the receiver.
    interface Out {

        /// @param id by which the receiver says later what it has; empty for none
        /// @param data sent as JSON, on one line
        void event(String name, OptionalLong id, Object data) throws IOException;

        /// Sends something that means nothing, so that proxies keep the connection and a gone receiver is noticed.
        void beat() throws IOException;
    }
}
