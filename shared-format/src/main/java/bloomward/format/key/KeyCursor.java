package bloomward.format.key;

/// An increasing row of keys, read once from front to back.
@FunctionalInterface
public interface KeyCursor {

    /// Given when there is no further key; no key is negative.
    long END = -1;

    /// The next key, or [#END], then and ever after.
    long next();

    /// The first `count` keys of an array that is sorted and has no key twice.
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
