package bloomward.format.filter;

/// A [CuckooFilter] found no room for one more entry. It is unchanged: all that was put in before is still found.
///
/// Unchecked, because up to the capacity it all but never comes, and who goes beyond should have asked
/// [Filter#isNearCapacity] before. Make a larger filter and put all entries into that.
public final class FilterFullException extends RuntimeException {

    private static final long serialVersionUID = 1;

    FilterFullException(String message) {
        super(message);
    }
}
