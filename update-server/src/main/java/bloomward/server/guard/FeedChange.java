package bloomward.server.guard;

import java.util.Optional;

/// Whether a feed changed more than feeds do from one reading to the next: a publisher's mishap, a cut file, or a list
/// that somebody else writes now. The feed is held as a whole then, and what was there before stays.
///
/// Entries are counted in canonical form, so a publisher who only writes them differently changes nothing. What was lost
/// and what was gained is looked at each for itself, because a list in which everything was replaced has the same size.
public final class FeedChange {

    /// From how many percent on a change is held, which is measured against the entries before.
    ///
    /// @param floor fewer entries than that, lost and gained together, are never held: a tenth of a list of ten is one
    public record Limits(int lostPercent, int gainedPercent, int floor) {

        public static final Limits DEFAULT = new Limits(10, 25, 5);

        public Limits {
            if (lostPercent < 0 || gainedPercent < 0 || floor < 0) {
                throw new IllegalArgumentException("a limit is negative");
            }
        }
    }

    private FeedChange() {}

    /// By the usual limits.
    public static Optional<Judgement.Held> of(long before, long after, long kept) {
        return of(before, after, kept, Limits.DEFAULT);
    }

    /// @param before the number of entries that the feed had; with none, it is read for the first time and never held
    /// @param after the number of entries that it has
    /// @param kept how many of them are in both
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
