package bloomward.server.cli.client;

import java.io.IOException;

/// There is no answer of a Bloomward server: nobody listens, somebody else does, or the way there is broken. What was
/// asked may have been done all the same, if the way broke after the question.
public final class UnreachableException extends IOException {

    private static final long serialVersionUID = 1;

    UnreachableException(String message) {
        super(message);
    }

    UnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
