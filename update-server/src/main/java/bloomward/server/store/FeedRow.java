package bloomward.server.store;

import java.time.Instant;
import java.util.Optional;

/// A feed and its state.
///
/// @param definition its TOML
/// @param lastChange the last time its content differed
/// @param failures in a row
/// @param counts of the last import, as JSON
public record FeedRow(String name, long listId, String definition, boolean isEnabled, Optional<Instant> lastAttempt,
        Optional<Instant> lastSuccess, Optional<Instant> lastChange, int failures, Optional<String> lastError,
        Optional<String> counts) {}
