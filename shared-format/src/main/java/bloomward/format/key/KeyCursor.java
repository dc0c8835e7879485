package bloomward.format.key;

/// An increasing sequence of keys, read once from beginning to end.
@FunctionalInterface
public interface KeyCursor {

    /// Returned when there is no further key; no key is negative.
    long END = -1;

    /// The next key, or [#END] from the end on.
    long next();

    /// The first `count` keys of a sorted array without duplicates.
    static KeyCursor of(long[] sortedKeys, int count) {
        return new KeyCursor() {
            private int index;

            @Override
            public long next() {
                return index < count ? sortedKeys[index++] : END;
            }
        };
    }
}
