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

/// A mutable filter in a file, with what is needed to look something up in it again (FORMAT.md 9).
///
/// Capacity, rate and entries decide all sizes; the header repeats them, and a file whose sizes are not the ones that
/// follow is refused before anything is allocated. So a filter has one form in a file: reading and writing again gives
/// the same bytes. Not trusted: whoever changes a filter file decides what it answers.
///
/// @param hash how the hashes in the filter came from text
/// @param filter a filter in memory of its own; nothing of the file is used any more
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

    /// Reads the filter out of an opened envelope.
    ///
    /// @throws FormatException if header and body break a rule or do not fit each other
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
    /// @return what was written
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
                    + ": there is no such filter: " + e.getMessage());
        }
    }

    private static FilterKind kind(int number) throws FormatException {
        for (FilterKind kind : FilterKind.values()) {
            if (kind.number() == number) {
                return kind;
            }
        }
        throw new FormatException(Reason.TOO_NEW, "header at " + KIND_AT + ": kind of filter " + number + ", known are "
                + FilterKind.CLASSIC.number() + ".." + FilterKind.CUCKOO.number());
    }

    private static void requireEqual(int at, String what, long found, long expected) throws FormatException {
        if (found != expected) {
            throw new FormatException(Reason.MALFORMED,
                    "header at " + at + ": " + what + " " + Long.toUnsignedString(found) + ", expected " + expected);
        }
    }
}
