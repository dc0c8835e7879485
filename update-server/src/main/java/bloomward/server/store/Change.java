package bloomward.server.store;

import java.time.Instant;

/// Something done to the draft of a list.
///
/// @param number counted over all lists from 1
/// @param actor who did it
/// @param what a few words
public record Change(long number, long listId, Instant at, String actor, String what) {}
