package bloomward.agent.store;

import bloomward.format.filter.Filter;
import bloomward.format.filter.FlatFilter;
import bloomward.format.release.ListRelease;

/// A list as it is asked: flat first, and what passes it packed.
///
/// @param release what the signed manifest says of it
/// @param flat in memory, one cache line a question; where the flat file is damaged, one that every question passes
/// @param packed exact but for one in some 70,000; the flat filter once more where the packed file is damaged
public record ListFilter(ListRelease release, FlatFilter flat, Filter packed) {}
