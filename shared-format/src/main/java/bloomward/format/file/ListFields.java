package bloomward.format.file;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeySpec;
import java.nio.ByteBuffer;

/// The common header fields of a packed file, its flat form, and a delta that makes it (FORMAT.md 4.2).
///
/// @param spec rule that makes keys
/// @param entries number of keys
/// @param flatBlocks number of blocks of the flat form
public record ListFields(KeySpec spec, long entries, long flatBlocks) {

    /// The only hash: XXH3, 64 bits.
    static final int XXH3_64 = 1;

    private static final int CANONICAL_AT = Envelope.FIRST_FIELD;
    private static final int HASH_AT = 26;
    private static final int WIDTH_AT = 27;
    private static final int RESERVED_AT = 28;
    private static final int SEED_AT = 32;
    private static final int ENTRIES_AT = 40;
    private static final int BLOCKS_AT = 48;
    /// Offset after the last of these fields.
    public static final int END = 56;

    public static ListFields of(PackedFilter packed) {
        return new ListFields(packed.spec(), packed.entries(), packed.flatBlocks());
    }

    /// Reads and checks the fields; the caller reads from [#END] on.
    public static ListFields read(Envelope envelope) throws FormatException {
        ByteBuffer header = envelope.header();
        requireKnownHash(header, HASH_AT);
        int width = header.get(WIDTH_AT) & 0xff;
        if (width < KeySpec.MIN_WIDTH || width > KeySpec.MAX_WIDTH) {
            throw new FormatException(Reason.MALFORMED, "header at " + WIDTH_AT + ": key width " + width + ", not in "
                    + KeySpec.MIN_WIDTH + ".." + KeySpec.MAX_WIDTH);
        }
        long entries = header.getLong(ENTRIES_AT);
        if (entries < 0 || entries > 1L << width) {
            throw new FormatException(Reason.MALFORMED,
                    "header at " + ENTRIES_AT + ": " + entries + " keys of " + width + " bits");
        }
        long blocks = header.getLong(BLOCKS_AT);
        if (blocks < 1 || blocks > FlatFilter.maxBlocks(entries)) {
            throw new FormatException(Reason.MALFORMED,
                    "header at " + BLOCKS_AT + ": " + blocks + " blocks, not in 1.." + FlatFilter.maxBlocks(entries));
        }
        envelope.requireZeros(RESERVED_AT, SEED_AT);
        int canonical = Short.toUnsignedInt(header.getShort(CANONICAL_AT));
        return new ListFields(new KeySpec(canonical, width, header.getLong(SEED_AT)), entries, blocks);
    }

    /// The fields of a packed file, whose header has no others.
    ///
    /// @throws FormatException if it is not a packed file, or breaks a rule
    public static ListFields ofPacked(Envelope envelope) throws FormatException {
        if (envelope.type() != FileType.PACKED) {
            throw new FormatException(Reason.OTHER_TYPE,
                    "expected a packed filter, found a file of type " + envelope.type());
        }
        ListFields fields = read(envelope);
        envelope.requireZerosFrom(END);
        return fields;
    }

    static void requireKnownHash(ByteBuffer header, int at) throws FormatException {
        int hash = header.get(at) & 0xff;
        if (hash != XXH3_64) {
            throw new FormatException(Reason.TOO_NEW, "header at " + at + ": hash number " + hash + ", known: 1");
        }
    }

    /// A header with these fields; the caller fills in the rest.
    public ByteBuffer toHeader(FileType type) {
        return Envelope.newHeader(type)
                .putShort(CANONICAL_AT, (short) spec.canonical())
                .put(HASH_AT, (byte) XXH3_64)
                .put(WIDTH_AT, (byte) spec.width())
                .putLong(SEED_AT, spec.seed())
                .putLong(ENTRIES_AT, entries)
                .putLong(BLOCKS_AT, flatBlocks);
    }
}
