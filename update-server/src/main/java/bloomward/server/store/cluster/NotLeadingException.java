package bloomward.server.store.cluster;

import java.io.IOException;

/// A write of a leader that leads no more. Nothing was changed.
public final class NotLeadingException extends IOException {

    private static final long serialVersionUID = 1;

    public NotLeadingException(String message) {
        super(message);
    }
}
