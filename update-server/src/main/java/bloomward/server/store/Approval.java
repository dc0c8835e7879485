package bloomward.server.store;

import java.time.Instant;

/// The approval of a draft by a person.
///
/// @param tokenId of the token that gave it, which may be revoked by now
public record Approval(long tokenId, Instant at) {}
