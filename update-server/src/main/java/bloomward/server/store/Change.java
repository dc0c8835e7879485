package bloomward.server.store;

import java.time.Instant;

/// A change to the draft of a list.
///
/// @param number counted over all lists from 1
/// @param actor the person or feed behind it
/// @param what a few words
public record Change(long number, long listId, Instant at, String actor, String what) {}
