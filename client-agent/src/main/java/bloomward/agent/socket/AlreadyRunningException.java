package bloomward.agent.socket;

import java.io.IOException;
import java.nio.file.Path;

/// An agent answers at this socket already.
public final class AlreadyRunningException extends IOException {

    private static final long serialVersionUID = 1;

    AlreadyRunningException(Path socket) {
        super(socket + ": an agent is already running there");
    }
}
