package bloomward.server.store;

import java.time.Instant;
import java.util.Optional;

/// @param isHeld whether it waits for a person and is not published yet
public record AllowRow(String expression, String reason, String actor, Instant at, Optional<Instant> expires,
        boolean isHeld) {}
