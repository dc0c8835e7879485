package bloomward.server.store.sqlite;

import java.time.Instant;
import java.util.Optional;

/// An expression that was collected.
record Staged(String expression, Optional<Instant> expires, Optional<String> reason) {

    boolean hasDetails() {
        return expires.isPresent() || reason.isPresent();
    }
}
