package bloomward.server.store;

import java.io.IOException;

/// Thrown when another process has the store.
public final class StoreInUseException extends IOException {

    private static final long serialVersionUID = 1;

    public StoreInUseException(String message) {
        super(message);
    }
}
