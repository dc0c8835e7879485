package bloomward.format.delta;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.file.Envelope;
import bloomward.format.file.Envelope.Written;
import bloomward.format.file.FileType;
import bloomward.format.file.FilterFile;
import bloomward.format.file.ListFields;
import bloomward.format.rice.RiceCode;
import bloomward.format.rice.RiceReader;
import bloomward.format.rice.RiceWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// The changes that turn an older packed file into a newer one of the same list. Immutable.
///
/// Removed keys are named by position, which costs log2(n / removed) bits instead of the width of a key; added keys by
/// value. Both sequences are Golomb-Rice coded, and for random keys nothing can be much smaller: a general tool needs
/// three times as much for the same change, because one more key shifts all following bits.
///
/// Applying is one merge of sorted sequences, streamed in bounded memory into a file beside the old one.
public final class Delta {

    static final int BASE_ENTRIES_AT = ListFields.END;
    static final int BASE_CHECKSUMS_AT = 64;
    static final int RESULT_CHECKSUMS_AT = 72;
    static final int REMOVED_AT = 80;
    static final int ADDED_AT = 88;
    static final int REMOVED_LENGTH_AT = 96;
    static final int END = 104;

    private final ListFields result;
    private final long resultChecksums;
    private final long baseEntries;
    private final long baseChecksums;
    private final CodedRow removed;
    private final CodedRow added;

    /// A sequence of coded numbers in the body.
    private record CodedRow(RiceCode code, MemorySegment bytes) {

        RiceReader reader() {
            return new RiceReader(bytes, code);
        }

        void requireRoom(String name) throws FormatException {
            if (code.minSizeInBytes() > bytes.byteSize()) {
                throw new FormatException(Reason.MALFORMED, code.count() + " " + name + " need at least "
                        + code.minSizeInBytes() + " bytes, not " + bytes.byteSize());
            }
        }
    }

    private Delta(Envelope envelope) throws FormatException {
        ByteBuffer header = envelope.header();
        this.result = ListFields.read(envelope);
        long bound = 1L << result.spec().width();
        this.baseEntries = count(header, BASE_ENTRIES_AT, bound);
        this.baseChecksums = header.getLong(BASE_CHECKSUMS_AT);
        this.resultChecksums = header.getLong(RESULT_CHECKSUMS_AT);
        long removedCount = count(header, REMOVED_AT, baseEntries);
        long addedCount = count(header, ADDED_AT, result.entries());
        if (baseEntries - removedCount + addedCount != result.entries()) {
            throw new FormatException(Reason.MALFORMED, "header: " + baseEntries + " entries less " + removedCount
                    + " and " + addedCount + " more are not " + result.entries());
        }
        MemorySegment body = envelope.body();
        long removedLength = count(header, REMOVED_LENGTH_AT, body.byteSize());
        envelope.requireZerosFrom(END);
        this.removed = new CodedRow(RiceCode.of(removedCount, baseEntries), body.asSlice(0, removedLength));
        this.added = new CodedRow(RiceCode.of(addedCount, bound), body.asSlice(removedLength));
        removed.requireRoom("removed positions");
        added.requireRoom("added keys");
    }

    /// Opens a delta, with all checks that need neither its base nor its coded numbers.
    ///
    /// @param bytes whole file; the delta reads it for as long as it is used
    public static Delta open(MemorySegment bytes) throws FormatException {
        return of(Envelope.open(bytes));
    }

    /// The delta in an envelope.
    public static Delta of(Envelope envelope) throws FormatException {
        if (envelope.type() != FileType.DELTA) {
            throw new FormatException(Reason.OTHER_TYPE, "expected a delta, found a file of type " + envelope.type());
        }
        return new Delta(envelope);
    }

    /// Writes the delta that turns `from` into `to`. To cut several deltas to one file, use a [DeltaCutter].
    ///
    /// @throws FormatException if the two are not packed files of one list
    public static Written cut(FilterFile from, FilterFile to, FileChannel out) throws IOException, FormatException {
        return DeltaCutter.to(to)
                .cut(from, Long.MAX_VALUE, out)
                .orElseThrow(() -> new IllegalStateException("no delta is as long as that"));
    }

    /// Writes the file that this delta makes from its base.
    ///
    /// @return the file written, which is the one the delta was cut for
    /// @throws FormatException if the base is not the one it was cut from, the delta breaks a rule, or the result is
    ///     not the expected file; the output is then invalid
    public Written apply(FilterFile base, FileChannel out) throws IOException, FormatException {
        return apply(base.envelope(), out);
    }

    /// Like [#apply(FilterFile, FileChannel)], but without opening the base as a filter: its keys are checked while
    /// merged.
    public Written apply(Envelope base, FileChannel out) throws IOException, FormatException {
        ListFields fields = ListFields.ofPacked(base);
        if (base.checksums() != baseChecksums || fields.entries() != baseEntries
                || !fields.spec().equals(result.spec())) {
            throw new FormatException(Reason.WRONG_BASE,
                    "delta is for a file of %d entries with checksums %016x, this one has %d and %016x"
                            .formatted(baseEntries, baseChecksums, fields.entries(), base.checksums()));
        }
        long bound = 1L << result.spec().width();
        RiceReader keys = new RiceReader(base.body(), RiceCode.of(baseEntries, bound));
        Merge merge = new Merge(keys, removed.reader(), added.reader());
        RiceCode code = RiceCode.of(result.entries(), bound);
        Written written = FilterFile.writePacked(out, result, body -> merge.writeTo(new RiceWriter(code, body)));
        if (written.checksums() != resultChecksums) {
            throw new FormatException(Reason.CHECKSUM, "result: checksums %016x, the delta was cut for %016x"
                    .formatted(written.checksums(), resultChecksums));
        }
        return written;
    }

    /// The header of the file that [#apply] writes.
    public ListFields result() {
        return result;
    }

    /// The checksums of the base.
    long baseChecksums() {
        return baseChecksums;
    }

    /// The checksums of the file that [#apply] writes.
    long resultChecksums() {
        return resultChecksums;
    }

    /// What this delta takes and adds.
    ///
    /// @throws FormatException if a sequence breaks its code
    Changes changes() throws FormatException {
        return new Changes(read(removed, "removed positions"), read(added, "added keys"));
    }

    private static Changes.Row read(CodedRow coded, String name) throws FormatException {
        RiceReader reader = coded.reader();
        Changes.Row row = new Changes.Row();
        for (long number = reader.next(); number != RiceReader.END; number = reader.next()) {
            row.add(number);
        }
        if (reader.problem().isPresent()) {
            throw new FormatException(Reason.MALFORMED, name + ": " + reader.problem().get());
        }
        return row;
    }

    public long baseEntries() {
        return baseEntries;
    }

    public long removedCount() {
        return removed.code().count();
    }

    public long addedCount() {
        return added.code().count();
    }

    private static long count(ByteBuffer header, int at, long most) throws FormatException {
        long count = header.getLong(at);
        if (count < 0 || count > most) {
            throw new FormatException(Reason.MALFORMED, "header at " + at + ": " + count + ", not in 0.." + most);
        }
        return count;
    }
}
