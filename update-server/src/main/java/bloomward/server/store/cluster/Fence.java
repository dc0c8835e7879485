package bloomward.server.store.cluster;

import java.util.UUID;

/// The right of a server to lead.
///
/// @param number grows with each leader
public record Fence(UUID server, long number) {}
