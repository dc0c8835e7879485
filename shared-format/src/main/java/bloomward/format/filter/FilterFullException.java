package bloomward.format.filter;

/// A [CuckooFilter] found no room for one more entry. It is unchanged: all that was put in before is still found.
///
/// Unchecked, because it hardly ever occurs up to the capacity, and [Filter#isNearCapacity] warns before. Create a
/// larger filter and add all entries to it.
public final class FilterFullException extends RuntimeException {

    private static final long serialVersionUID = 1;

    FilterFullException(String message) {
        super(message);
    }
}
