package bloomward.format.filter;

/// A filter whose entries can be removed.
public sealed interface RemovableFilter extends MutableFilter permits CountingFilter, CuckooFilter {

    /// Removes a hash that was added. A hash that the filter does not contain is refused, because removing it would
    /// damage others; a false positive cannot be recognised.
    ///
    /// @return whether it was there and is now out once
    boolean remove(long hash);
}
