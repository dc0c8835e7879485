package bloomward.server.guard;

import java.util.Optional;

/// Detects an unusually large change between two readings of a feed: a publisher's mishap, a truncated file, or a list
/// taken over by someone else. The feed is then held as a whole, and its earlier entries stay.
///
/// Entries are counted in canonical form, so a change of spelling is no change. Losses and gains are checked
/// separately, because a list in which everything was replaced has the same size.
public final class FeedChange {

    /// The percentages above which a change is held, relative to the earlier number of entries.
    ///
    /// @param floor changes of fewer entries, lost and gained together, are never held: a tenth of a list of ten is one
    public record Limits(int lostPercent, int gainedPercent, int floor) {

        public static final Limits DEFAULT = new Limits(10, 25, 5);

        public Limits {
            if (lostPercent < 0 || gainedPercent < 0 || floor < 0) {
                throw new IllegalArgumentException("a limit is negative");
            }
        }
    }

    private FeedChange() {}

    /// A check with the usual limits.
    public static Optional<Judgement.Held> of(long before, long after, long kept) {
        return of(before, after, kept, Limits.DEFAULT);
    }

    /// @param before the earlier number of entries; 0 for the first reading, which is never held
    /// @param after the new number of entries
    /// @param kept the number of entries in both
    public static Optional<Judgement.Held> of(long before, long after, long kept, Limits limits) {
        if (kept < 0 || kept > Math.min(before, after)) {
            throw new IllegalArgumentException(kept + " kept of " + before + ", and there are " + after);
        }
        long lost = before - kept;
        long gained = after - kept;
        if (before == 0 || lost + gained < limits.floor()) {
            return Optional.empty();
        }
        if (isMore(lost, before, limits.lostPercent())) {
            return held(HoldReason.FEED_SHRANK, "lost " + lost, before, limits.lostPercent());
        }
        return isMore(gained, before, limits.gainedPercent())
                ? held(HoldReason.FEED_GREW, "gained " + gained, before, limits.gainedPercent())
                : Optional.empty();
    }

    private static boolean isMore(long part, long whole, int percent) {
        return Math.multiplyExact(part, 100L) > Math.multiplyExact(whole, (long) percent);
    }

    private static Optional<Judgement.Held> held(HoldReason reason, String what, long before, int percent) {
        return Optional
                .of(new Judgement.Held(reason, what + " of " + before + " entries, more than " + percent + " %"));
    }
}
