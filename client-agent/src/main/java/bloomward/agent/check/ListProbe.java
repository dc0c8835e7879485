package bloomward.agent.check;

import bloomward.agent.store.ListFilter;
import bloomward.format.key.HashSpec;
import bloomward.format.lookup.UrlFilter;
import bloomward.format.release.ListRelease;
import java.util.Optional;

/// A list in which URLs are looked up. Immutable and safe for all threads.
///
/// @param version zero if there is none
/// @param release names the list to the confirm server; empty if no server confirms
/// @param filter all that it has
/// @param flat its filter in memory alone, for explanations
/// @param packed its filter on disk alone; the same as `flat` where there is only one
record ListProbe(String name, long version, Optional<ListRelease> release, UrlFilter filter, UrlFilter flat,
        UrlFilter packed) {

    static ListProbe of(ListFilter list) {
        ListRelease release = list.release();
        HashSpec hash = release.spec().hash();
        return new ListProbe(release.name(), release.version(), Optional.of(release),
                UrlFilter.of(hash, list.flat(), list.packed()), UrlFilter.of(hash, list.flat(), list.flat()),
                UrlFilter.of(hash, list.packed(), list.packed()));
    }

    /// A filter that stands alone: what passes it cannot be confirmed.
    static ListProbe of(String name, long version, UrlFilter filter) {
        return new ListProbe(name, version, Optional.empty(), filter, filter, filter);
    }
}
