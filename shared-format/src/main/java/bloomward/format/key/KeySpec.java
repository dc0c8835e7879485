package bloomward.format.key;

/// The rule that makes the keys of a list: a key is the top `width` bits of the [KeyHash] with this `seed` over an
/// expression by the canonical rules of this number.
///
/// All three are fixed when a list is created: a change of any of them changes every key.
///
/// @param canonical number of the rules for URLs, 0 if the entries are not URLs
/// @param width bits of a key, 16 to 56
/// @param seed seed of the hash
public record KeySpec(int canonical, int width, long seed) {

    public static final int MIN_WIDTH = 16;
    public static final int MAX_WIDTH = 56;

    /// About 50,000 possible keys for each real one: then one check in 50,000 asks the server needlessly.
    private static final long KEYS_PER_ENTRY = 50_000;

    public KeySpec {
        if (width < MIN_WIDTH || width > MAX_WIDTH) {
            throw new IllegalArgumentException("key width " + width + ", not in " + MIN_WIDTH + ".." + MAX_WIDTH);
        }
        HashSpec.requireCanonical(canonical);
    }

    /// The width for a list planned for this number of entries.
    public static int widthFor(long plannedEntries) {
        if (plannedEntries <= 1_300_000L) {
            return 36;
        }
        if (plannedEntries <= 21_000_000L) {
            return 40;
        }
        return plannedEntries <= 350_000_000L ? 44 : 48;
    }

    /// The number of entries above which wider keys are due, because false hits become too frequent.
    public long capacity() {
        return switch (width) {
            case 36 -> 1_300_000L;
            case 40 -> 21_000_000L;
            case 44 -> 350_000_000L;
            default -> Math.max(1, (1L << width) / KEYS_PER_ENTRY);
        };
    }

    /// The key of a hash: its top bits, as a number from 0 to 2^width - 1.
    public long keyOf(long hash) {
        return hash >>> (64 - width);
    }

    /// The part that specifies the hash.
    public HashSpec hash() {
        return new HashSpec(canonical, seed);
    }

    @Override
    public String toString() {
        return "width " + width + ", seed " + Long.toUnsignedString(seed) + ", canonical " + canonical;
    }

    public KeyHash keyHash() {
        return hash().keyHash();
    }
}
