package bloomward.server.store;

import java.time.Instant;

/// That somebody has looked at a draft and wants it published.
public record Approval(String actor, Instant at) {}
