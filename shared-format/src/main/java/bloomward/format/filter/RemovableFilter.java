package bloomward.format.filter;

/// A filter whose entries can be taken out again.
public sealed interface RemovableFilter extends MutableFilter permits CountingFilter, CuckooFilter {

    /// Takes a hash out that was put in. What the filter does not contain is refused, because taking it out would
    /// damage others; of a stranger that looks like a member no filter can know it.
    ///
    /// @return whether it was there and is now out once
    boolean remove(long hash);
}
