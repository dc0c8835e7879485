package bloomward.server.draft.search;

import bloomward.server.store.SourceRow;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// The contribution of one source to the drafts.
///
/// @param entries in the draft now
/// @param alone entries that no other source of any list has
/// @param shared entries that it has in common with each other source that has some
/// @param added expressions that came within the period; not those with which the source began
/// @param removed expressions that went within the period
/// @param held expressions that wait for a person
/// @param rejected expressions that a person rejected
/// @param allowed entries that an allow entry hides whole
/// @param oldest when the oldest of the entries came
/// @param median when half of the entries had come
public record SourceWorth(SourceRow source, long entries, long alone, Map<SourceRow, Long> shared, long added,
        long removed, long held, long rejected, long allowed, Optional<Instant> oldest, Optional<Instant> median) {

    public SourceWorth {
        shared = Map.copyOf(shared);
    }
}
