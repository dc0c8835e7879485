package bloomward.agent.store;

import bloomward.format.release.AllowList;
import bloomward.format.release.Floor;
import bloomward.format.release.Freshness;
import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import java.time.Instant;
import java.util.List;

/// A whole set of lists that answers: verified, mapped, immutable. Made by [Store] only.
///
/// If a file is cut short while it is mapped, its filter throws an InternalError: that means "not known", never "not found".
///
/// @param root that vouches for it, the newest one
/// @param floor with which the time is to be read
/// @param manifest that names it
/// @param latest that named the manifest
/// @param lists those that this agent uses and can ask, in the order of their names
/// @param allow what is never listed
/// @param missing names of the lists that this agent uses and cannot ask, as their files are damaged or not there: what is
///     not found is unknown then, not clean
/// @param isOutdated whether the root no longer has the keys that signed it: it protects, and there is or will be a newer
///     one
public record Protection(Root root, Floor floor, Manifest manifest, Latest latest, List<ListFilter> lists,
        AllowList allow, List<String> missing, boolean isOutdated) {

    public Protection {
        lists = List.copyOf(lists);
        missing = List.copyOf(missing);
    }

    /// A set of which nothing is missing.
    public Protection(Root root, Floor floor, Manifest manifest, Latest latest, List<ListFilter> lists,
            AllowList allow) {
        this(root, floor, manifest, latest, lists, allow, List.of(), false);
    }

    /// How far a verdict of this set can be relied on.
    ///
    /// @param clock the system's time
    public Freshness freshnessAt(Instant clock) {
        Freshness freshness = Freshness.of(root, manifest, latest, floor.effectiveTime(clock));
        return isOutdated && freshness == Freshness.FRESH ? Freshness.STALE : freshness;
    }
}
