package bloomward.server.store.sqlite;

import java.time.Instant;
import java.util.Optional;

/// An expression that was collected.
///
/// @param text of an expression; rows are read again from files by the million, and were checked when they came in
record Staged(String text, Optional<Instant> expires, Optional<String> reason) {

    boolean hasDetails() {
        return expires.isPresent() || reason.isPresent();
    }
}
