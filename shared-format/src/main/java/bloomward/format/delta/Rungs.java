package bloomward.format.delta;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/// The versions between which deltas are cut, and the route that an agent takes (FORMAT.md 19).
///
/// From each of the last 32 versions, a delta leads directly to the newest. An agent further behind climbs to the next
/// multiple of 32, from there to the next multiple of 1024, then in one step to the newest multiple of 32, and to the
/// newest. So about 33 deltas are cut for a version, 32 more for every 32nd, and an agent that was off for less than a
/// month fetches at most four. Everything is a function of two numbers: server and agent need not negotiate.
public final class Rungs {

    /// The number of versions that a delta to any version reaches back; every multiple is a rung.
    public static final long STEP = 32;

    /// The number of versions that a delta between rungs reaches back; every multiple is a high rung.
    public static final long HIGH_STEP = STEP * STEP;

    /// The number of lower high rungs that are bases of a rung.
    public static final int HIGH_RUNGS = 8;

    private static final long HIGHEST_REACH = HIGH_STEP * (HIGH_RUNGS + 1);

    private Rungs() {}

    /// The versions from which a delta to `newest` is cut when it is published, newest first. A version that does not
    /// exist, because numbers were skipped, has no delta.
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
    /// @return empty if deltas do not reach back that far: then the full file is fetched
    public static OptionalLong nextHop(long from, long newest) {
        requireVersion(from);
        if (from >= newest) {
            throw new IllegalArgumentException("no route from version " + from + " to " + newest);
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

    /// The versions on the route, the last one being the newest; an empty list if `from` is the newest.
    ///
    /// @return empty if deltas do not reach back that far
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

    /// Whether a delta to a coming version will still be cut from a version, so that its packed file must be kept.
    public static boolean isBase(long version, long newest) {
        long age = newest - version;
        return age <= STEP || (version % STEP == 0 && age <= HIGH_STEP)
                || (version % HIGH_STEP == 0 && age <= HIGHEST_REACH);
    }

    /// Whether a delta to a version is on the route of an agent far behind, so that it must be kept.
    public static boolean leadsOn(long to, long newest) {
        return to % STEP == 0 && newest - to <= HIGHEST_REACH;
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
