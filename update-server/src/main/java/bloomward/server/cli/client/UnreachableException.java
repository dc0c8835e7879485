package bloomward.server.cli.client;

import java.io.IOException;

/// No answer from a Bloomward server: nothing listens, another program does, or the connection failed. If it failed
/// after the request was sent, the request may still have been carried out.
public final class UnreachableException extends IOException {

    private static final long serialVersionUID = 1;

    UnreachableException(String message) {
        super(message);
    }

    UnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
