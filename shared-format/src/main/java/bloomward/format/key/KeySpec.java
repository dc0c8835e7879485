package bloomward.format.key;

/// How a list turns text into keys: a key is the top `width` bits of the [KeyHash] with this `seed` over an expression
/// by the canonical rules of this number.
///
/// All three are drawn when a list is made and stay: with any of them changed, every key is a different one.
///
/// @param canonical number of the rules for URLs, 0 where the entries are no URLs
/// @param width bits of a key, 16 to 56
/// @param seed seed of the hash
public record KeySpec(int canonical, int width, long seed) {

    public static final int MIN_WIDTH = 16;
    public static final int MAX_WIDTH = 56;

    /// About 50,000 possible keys for each real one: then one question in 50,000 goes to the server for nothing.
    private static final long KEYS_PER_ENTRY = 50_000;

    public KeySpec {
        if (width < MIN_WIDTH || width > MAX_WIDTH) {
            throw new IllegalArgumentException("key width " + width + ", possible are " + MIN_WIDTH + ".." + MAX_WIDTH);
        }
        HashSpec.requireCanonical(canonical);
    }

    /// The width for a list planned to hold so many entries.
    public static int widthFor(long plannedEntries) {
        if (plannedEntries <= 1_300_000L) {
            return 36;
        }
        if (plannedEntries <= 21_000_000L) {
            return 40;
        }
        return plannedEntries <= 350_000_000L ? 44 : 48;
    }

    /// The number of entries above which a wider key is due: beyond it, hits that are no listing become too many.
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

    /// The part of it that is about hashes.
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
