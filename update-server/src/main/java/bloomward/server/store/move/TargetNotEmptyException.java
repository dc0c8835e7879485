package bloomward.server.store.move;

import java.io.IOException;

/// Thrown when a store is to be copied into one that has rows.
public final class TargetNotEmptyException extends IOException {

    private static final long serialVersionUID = 1;

    TargetNotEmptyException(String message) {
        super(message);
    }
}
