package bloomward.format.file;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.filter.FilterKind;
import bloomward.format.filter.FilterShape;
import bloomward.format.filter.MutableFilter;
import bloomward.format.filter.MutableFilters;
import bloomward.format.key.HashSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// A mutable filter in a file, with the hash needed for look-ups (FORMAT.md 9).
///
/// Capacity, rate and entries determine all sizes; the header repeats them, and a file with other sizes is refused
/// before memory is allocated. So a filter has one form in a file: reading and writing it again gives the same bytes.
/// Not trusted: anyone who can change a filter file controls its answers.
///
/// @param hash of the entries
/// @param filter in its own memory, independent of the file
record LibraryFile(HashSpec hash, MutableFilter filter) {

    private static final int KIND_AT = 24;
    private static final int HASH_NUMBER_AT = 25;
    private static final int CANONICAL_AT = 26;
    private static final int BITS_PER_ENTRY_AT = 28;
    private static final int SEED_AT = 32;
    private static final int CAPACITY_AT = 40;
    private static final int RATE_AT = 48;
    private static final int ENTRIES_AT = 56;
    private static final int UNITS_AT = 64;
    private static final int RESERVED_AT = 72;

    /// Reads the filter from an open envelope.
    ///
    /// @throws FormatException if header or body break a rule or do not match
    static LibraryFile read(Envelope envelope) throws FormatException {
        if (envelope.type() != FileType.LIBRARY) {
            throw new IllegalArgumentException("an envelope of type " + envelope.type());
        }
        ByteBuffer header = envelope.header();
        ListFields.requireKnownHash(header, HASH_NUMBER_AT);
        envelope.requireZerosFrom(RESERVED_AT);
        FilterShape shape = shape(header);
        requireEqual(BITS_PER_ENTRY_AT, "bits an entry", Integer.toUnsignedLong(header.getInt(BITS_PER_ENTRY_AT)),
                shape.bitsPerEntry());
        requireEqual(UNITS_AT, "units", header.getLong(UNITS_AT), shape.units());
        HashSpec hash = new HashSpec(Short.toUnsignedInt(header.getShort(CANONICAL_AT)), header.getLong(SEED_AT));
        return new LibraryFile(hash, MutableFilters.restore(shape, envelope.body()));
    }

    /// Writes the file into an empty channel.
    ///
    /// @return the file written
    Envelope.Written writeTo(FileChannel channel) throws IOException {
        FilterShape shape = MutableFilters.shapeOf(filter);
        ByteBuffer header = Envelope.newHeader(FileType.LIBRARY)
                .put(KIND_AT, (byte) shape.kind().number())
                .put(HASH_NUMBER_AT, (byte) ListFields.XXH3_64)
                .putShort(CANONICAL_AT, (short) hash.canonical())
                .putInt(BITS_PER_ENTRY_AT, shape.bitsPerEntry())
                .putLong(SEED_AT, hash.seed())
                .putLong(CAPACITY_AT, shape.capacity())
                .putDouble(RATE_AT, shape.rate())
                .putLong(ENTRIES_AT, shape.entries())
                .putLong(UNITS_AT, shape.units());
        return Envelope.write(channel, FileType.LIBRARY, header, out -> MutableFilters.writeWords(filter, out));
    }

    private static FilterShape shape(ByteBuffer header) throws FormatException {
        FilterKind kind = kind(Byte.toUnsignedInt(header.get(KIND_AT)));
        try {
            return FilterShape.of(kind, header.getLong(CAPACITY_AT), header.getDouble(RATE_AT),
                    header.getLong(ENTRIES_AT));
        } catch (IllegalArgumentException e) {
            throw new FormatException(Reason.MALFORMED, "header at " + KIND_AT + ", " + CAPACITY_AT + ".." + UNITS_AT
                    + ": impossible filter: " + e.getMessage());
        }
    }

    private static FilterKind kind(int number) throws FormatException {
        for (FilterKind kind : FilterKind.values()) {
            if (kind.number() == number) {
                return kind;
            }
        }
        throw new FormatException(Reason.TOO_NEW, "header at " + KIND_AT + ": kind of filter " + number + ", known: "
                + FilterKind.CLASSIC.number() + ".." + FilterKind.CUCKOO.number());
    }

    private static void requireEqual(int at, String what, long found, long expected) throws FormatException {
        if (found != expected) {
            throw new FormatException(Reason.MALFORMED,
                    "header at " + at + ": " + what + " " + Long.toUnsignedString(found) + ", expected " + expected);
        }
    }
}
