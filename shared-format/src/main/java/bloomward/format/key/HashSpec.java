package bloomward.format.key;

/// The hash of a filter: the [KeyHash] with this seed over expressions by these canonical rules.
///
/// A filter contains only hashes. Store this with it, otherwise nothing can be looked up in it again.
///
/// @param canonical number of the rules for URLs, 0 if the entries are not URLs
/// @param seed seed of the hash
public record HashSpec(int canonical, long seed) {

    public HashSpec {
        requireCanonical(canonical);
    }

    static void requireCanonical(int canonical) {
        if (canonical < 0 || canonical > 0xffff) {
            throw new IllegalArgumentException("canonical number " + canonical + ", not in 0..65535");
        }
    }

    public KeyHash keyHash() {
        return KeyHash.seeded(seed);
    }
}
