package bloomward.format.filter;

/// A filter that grows in place. For one thread while it is written.
public sealed interface MutableFilter extends Filter permits BitFilter, ScalableFilter, RemovableFilter {

    /// Adds a hash.
    ///
    /// @return whether the filter did not seem to contain it before
    /// @throws FilterFullException if there is no room left, only from a [CuckooFilter]; nothing has changed then
    boolean add(long hash);

    /// Empties it; capacity and size return to their initial values.
    void clear();
}
