package bloomward.format.key;

/// How text became the hashes of a filter: by the [KeyHash] of this seed over expressions of these canonical rules.
///
/// A filter knows hashes only. Whoever stores one stores this with it, or nothing could be looked up in it again.
///
/// @param canonical number of the rules for URLs, 0 where the entries are no URLs
/// @param seed seed of the hash
public record HashSpec(int canonical, long seed) {

    public HashSpec {
        requireCanonical(canonical);
    }

    static void requireCanonical(int canonical) {
        if (canonical < 0 || canonical > 0xffff) {
            throw new IllegalArgumentException("canonical number " + canonical + ", possible are 0..65535");
        }
    }

    public KeyHash keyHash() {
        return KeyHash.seeded(seed);
    }
}
