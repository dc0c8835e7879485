package bloomward.server.store.cluster;

import java.time.Instant;

/// A server as the store knows it.
///
/// @param state its last words
/// @param seen when they came, by the database's clock
/// @param isThere whether they came lately
/// @param leads whether it has the lease
public record ServerRow(ServerState state, Instant seen, boolean isThere, boolean leads) {}
