package bloomward.server.notify;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// The part of a message about one condition.
///
/// @param until the end of a resolved one
record Event(State state, Condition condition, Instant since, Optional<Instant> until) {

    /// The states that a message can tell.
    enum State {
        RAISED, REPEATED, RESOLVED;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
