package bloomward.server.cli.client;

import java.io.IOException;

/// Takes events, one by one.
@FunctionalInterface
public interface EventReceiver {

    /// @param data JSON on one line
    /// @return whether to go on
    boolean take(String name, String data) throws IOException;
}
