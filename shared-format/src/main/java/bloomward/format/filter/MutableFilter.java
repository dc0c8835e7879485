package bloomward.format.filter;

/// A filter that grows in place. Not for more than one thread while anybody writes.
public sealed interface MutableFilter extends Filter permits BitFilter, ScalableFilter, RemovableFilter {

    /// Puts a hash in.
    ///
    /// @return whether the filter did not seem to contain it before
    /// @throws FilterFullException if there is no room left, only from a [CuckooFilter]; nothing has changed then
    boolean add(long hash);

    /// Empties it; capacity and size are again what they were at first.
    void clear();
}
