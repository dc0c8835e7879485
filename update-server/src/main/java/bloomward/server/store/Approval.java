package bloomward.server.store;

import java.time.Instant;

/// The approval of a draft by a person.
public record Approval(String actor, Instant at) {}
