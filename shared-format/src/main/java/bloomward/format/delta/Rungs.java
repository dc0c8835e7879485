package bloomward.format.delta;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/// Between which versions deltas are cut, and which of them an agent takes (FORMAT.md 19).
///
/// From each of the last 32 versions a delta leads straight to the newest. Who is further behind climbs: to the next
/// multiple of 32, from there to the next multiple of 1024, then in one step to the newest multiple of 32, and to the
/// newest. So about 33 deltas are cut for a version, 32 more for each 32nd, and whoever slept less than a month fetches
/// at most four. All is a function of two numbers: server and agent need to tell each other nothing.
public final class Rungs {

    /// How far a delta to any version reaches back; every such version is a rung.
    public static final long STEP = 32;

    /// How far a delta to a rung reaches back to other rungs; every such version is a high rung.
    public static final long HIGH_STEP = STEP * STEP;

    /// So many high rungs below it are bases of a rung.
    public static final int HIGH_RUNGS = 8;

    private Rungs() {}

    /// The versions from which a delta to `newest` is cut when it is published, newest first. Where there is no such version,
    /// as numbers were left out, there is no such delta.
    public static List<Long> basesFor(long newest) {
        requireVersion(newest);
        LongStream bases = LongStream.rangeClosed(1, STEP).map(back -> newest - back);
        if (newest % STEP == 0) {
            LongStream rungs = LongStream.rangeClosed(2, STEP).map(back -> newest - back * STEP);
            long high = floor(newest - HIGH_STEP - 1, HIGH_STEP); // nearer ones are among the rungs
            long lowest = floor(newest - 1, HIGH_STEP) - (HIGH_RUNGS - 1) * HIGH_STEP;
            LongStream highRungs = LongStream.iterate(high, version -> version >= lowest,
                    version -> version - HIGH_STEP);
            bases = LongStream.concat(bases, LongStream.concat(rungs, highRungs));
        }
        return bases.filter(base -> base >= 1).boxed().toList();
    }

    /// The version to which the next delta leads, on the way from a version to the newest.
    ///
    /// @param from below `newest`
    /// @return empty where deltas do not reach back so far: then the whole file is fetched
    public static OptionalLong nextHop(long from, long newest) {
        requireVersion(from);
        if (from >= newest) {
            throw new IllegalArgumentException("from version " + from + " to " + newest + " there is no way");
        }
        if (newest - from <= STEP) {
            return OptionalLong.of(newest);
        }
        long rung = floor(newest, STEP);
        boolean reachable = floor(rung - 1, HIGH_STEP) - ceiling(from, HIGH_STEP) < HIGH_RUNGS * HIGH_STEP;
        if (!reachable) {
            return OptionalLong.empty();
        }
        if (from % STEP != 0) {
            return OptionalLong.of(ceiling(from, STEP));
        }
        boolean direct = rung - from <= HIGH_STEP || from % HIGH_STEP == 0;
        return OptionalLong.of(direct ? rung : ceiling(from, HIGH_STEP));
    }

    /// The versions to which deltas lead one after the other, the last one being the newest; none if that is where one is.
    ///
    /// @return empty where deltas do not reach back so far
    public static Optional<List<Long>> path(long from, long newest) {
        List<Long> hops = new ArrayList<>();
        for (long at = from; at != newest;) {
            OptionalLong next = nextHop(at, newest);
            if (next.isEmpty()) {
                return Optional.empty();
            }
            at = next.getAsLong();
            hops.add(at);
        }
        return Optional.of(List.copyOf(hops));
    }

    private static long floor(long version, long step) {
        return Math.floorDiv(version, step) * step;
    }

    private static long ceiling(long version, long step) {
        return Math.ceilDiv(version, step) * step;
    }

    private static void requireVersion(long version) {
        if (version < 1) {
            throw new IllegalArgumentException("version " + version + ", the first is 1");
        }
    }
}
