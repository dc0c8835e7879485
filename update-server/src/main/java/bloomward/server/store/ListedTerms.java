package bloomward.server.store;

import java.time.Instant;
import java.util.Optional;

/// The terms under which a source lists an expression.
public record ListedTerms(long sourceId, Optional<Instant> expires, Optional<String> reason) {}
