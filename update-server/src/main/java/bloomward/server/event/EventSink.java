package bloomward.server.event;

import java.io.IOException;
import java.util.OptionalLong;

/// Takes the events for one receiver.
public interface EventSink {

    /// @param id of a row of the audit log; empty for anything else
    void event(String name, OptionalLong id, Object data) throws IOException;

    /// Does nothing but show that the stream is alive.
    void beat() throws IOException;
}
