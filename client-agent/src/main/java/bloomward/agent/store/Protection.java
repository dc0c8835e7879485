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
/// @param root that vouches for it
/// @param floor with which the time is to be read
/// @param manifest that names it
/// @param latest that named the manifest
/// @param lists those that this agent uses, in the order of their names
/// @param allow what is never listed
public record Protection(Root root, Floor floor, Manifest manifest, Latest latest, List<ListFilter> lists,
        AllowList allow) {

    public Protection {
        lists = List.copyOf(lists);
    }

    /// How far a verdict of this set can be relied on.
    ///
    /// @param clock the system's time
    public Freshness freshnessAt(Instant clock) {
        return Freshness.of(root, manifest, latest, floor.effectiveTime(clock));
    }
}
