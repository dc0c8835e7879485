package bloomward.server.store;

import bloomward.format.url.Expression;
import java.time.Instant;
import java.util.Optional;

/// @param isHeld whether it waits for a person and is not published yet
public record AllowRow(Expression expression, String reason, String actor, Instant at, Optional<Instant> expires,
        boolean isHeld) {}
