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

/// What makes a newer packed file from an older one of the same list. Immutable.
///
/// Removed keys are named by their position, which costs log2(n / removed) bits and not the width of a key; added keys
/// by themselves. Both rows are Golomb-Rice coded, and for random keys nothing can be much smaller: a general tool
/// makes three times as much of the same change, because a key more moves all bits that follow.
///
/// Applying is one merge of sorted rows, streamed in bounded memory into a file beside the old one.
public final class Delta {

    static final int BASE_ENTRIES_AT = ListFields.END;
    static final int BASE_CHECKSUMS_AT = 64;
    static final int RESULT_CHECKSUMS_AT = 72;
    static final int REMOVED_AT = 80;
    static final int ADDED_AT = 88;
    static final int REMOVED_LENGTH_AT = 96;
    private static final int END = 104;

    private final ListFields result;
    private final long resultChecksums;
    private final long baseEntries;
    private final long baseChecksums;
    private final CodedRow removed;
    private final CodedRow added;

    /// A row of coded numbers in the body.
    private record CodedRow(RiceCode code, MemorySegment bytes) {

        RiceReader reader() {
            return new RiceReader(bytes, code);
        }

        void requireRoom(String name) throws FormatException {
            if (code.minSizeInBytes() > bytes.byteSize()) {
                throw new FormatException(Reason.MALFORMED, code.count() + " " + name + " need at least "
                        + code.minSizeInBytes() + " bytes, there are " + bytes.byteSize());
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

    /// Opens a delta and checks what can be checked without its base and without reading its rows.
    ///
    /// @param bytes the whole file; the delta reads it for as long as it is used
    public static Delta open(MemorySegment bytes) throws FormatException {
        return of(Envelope.open(bytes));
    }

    /// The delta in an envelope.
    public static Delta of(Envelope envelope) throws FormatException {
        if (envelope.type() != FileType.DELTA) {
            throw new FormatException(Reason.OTHER_TYPE,
                    "a delta is needed here, this is a file of type " + envelope.type());
        }
        return new Delta(envelope);
    }

    /// Writes the delta that makes `to` from `from`. Who cuts several to one file uses a [DeltaCutter].
    ///
    /// @throws FormatException if the two are no packed files of one list
    public static Written cut(FilterFile from, FilterFile to, FileChannel out) throws IOException, FormatException {
        return DeltaCutter.to(to)
                .cut(from, Long.MAX_VALUE, out)
                .orElseThrow(() -> new IllegalStateException("no delta is as long as that"));
    }

    /// Writes the file that this delta makes from its base.
    ///
    /// @return what was written, and that is what the delta was cut for
    /// @throws FormatException if the base is another than the one it was cut from, or the delta breaks a rule, or the
    ///     result is not what it was cut for; then what was written is worthless
    public Written apply(FilterFile base, FileChannel out) throws IOException, FormatException {
        return apply(base.envelope(), out);
    }

    /// The same from an envelope, which saves opening it as a filter: its keys are checked while they are merged.
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
            throw new FormatException(Reason.MALFORMED, "header at " + at + ": " + count + ", possible are 0.." + most);
        }
        return count;
    }
}
