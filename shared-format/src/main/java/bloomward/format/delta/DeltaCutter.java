package bloomward.format.delta;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.file.Envelope;
import bloomward.format.file.Envelope.Written;
import bloomward.format.file.FileType;
import bloomward.format.file.FilterFile;
import bloomward.format.file.ListFields;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeyCursor;
import bloomward.format.rice.RiceCode;
import bloomward.format.rice.RiceReader;
import bloomward.format.rice.RiceWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;

/// A cutter of deltas from several older packed files to one, which is decoded only once: with forty deltas, this saves
/// nearly half of the time. Immutable and thread-safe; the file must stay open.
public final class DeltaCutter {

    /// Up to this number, all keys are held in memory (128 MB); those of a longer list are decoded for each delta.
    private static final long MOST_HELD = 1 << 24;

    private static final int CHECKSUM_IN_BYTES = 4;

    private final FilterFile to;
    private final PackedFilter newFilter;
    private final RiceCode newCode;
    private final Optional<long[]> newKeys;

    private DeltaCutter(FilterFile to, long mostHeld) throws FormatException {
        this.to = to;
        this.newFilter = to.packed();
        this.newCode = RiceCode.of(newFilter.entries(), 1L << newFilter.spec().width());
        this.newKeys = newFilter.entries() <= mostHeld ? Optional.of(decoded(newFilter)) : Optional.empty();
    }

    /// A cutter of deltas that make this file.
    ///
    /// @throws FormatException if it is not a packed file
    public static DeltaCutter to(FilterFile newest) throws FormatException {
        return to(newest, MOST_HELD);
    }

    static DeltaCutter to(FilterFile newest, long mostHeld) throws FormatException {
        return new DeltaCutter(newest, mostHeld);
    }

    /// Writes the delta from this file to the newest one, unless it is longer than a limit.
    ///
    /// @param mostBytes limit for the whole delta; if it is found early that it does not suffice, nothing is written
    ///     and little memory is used
    /// @return the delta written; empty if it would be longer
    /// @throws FormatException if the two are not packed files of one list
    public Optional<Written> cut(FilterFile from, long mostBytes, FileChannel out) throws IOException, FormatException {
        return cut(from.envelope(), mostBytes, out);
    }

    /// Like [#cut(FilterFile, long, FileChannel)], but without opening the old file as a filter, in half the time: its
    /// keys are checked while they are compared.
    public Optional<Written> cut(Envelope from, long mostBytes, FileChannel out) throws IOException, FormatException {
        ListFields oldFields = oldFields(from);
        long oldEntries = oldFields.entries();
        RiceReader oldKeys = new RiceReader(from.body(), RiceCode.of(oldEntries, newCode.bound()));
        Optional<Changes> found = Changes.between(oldKeys::next, newKeys(), mostAdded(mostBytes));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        if (oldKeys.problem().isPresent()) {
            throw new FormatException(Reason.MALFORMED, "coded keys: " + oldKeys.problem().get());
        }
        return write(to, new Base(oldEntries, from.checksums()), found.get(), mostBytes, out);
    }

    /// A packed file, as a delta names it.
    record Base(long entries, long checksums) {}

    /// Writes the changes from a packed file to another one, unless the delta would be too long.
    static Optional<Written> write(FilterFile to, Base from, Changes changes, long mostBytes, FileChannel out)
            throws IOException, FormatException {
        PackedFilter result = to.packed();
        byte[] removed = encode(changes.removed(), from.entries());
        byte[] added = encode(changes.added(), 1L << result.spec().width());
        long size = (long) FileType.DELTA.headerLength() + removed.length + added.length + CHECKSUM_IN_BYTES;
        if (size > mostBytes) {
            return Optional.empty();
        }
        ByteBuffer header = ListFields.of(result)
                .toHeader(FileType.DELTA)
                .putLong(Delta.BASE_ENTRIES_AT, from.entries())
                .putLong(Delta.BASE_CHECKSUMS_AT, from.checksums())
                .putLong(Delta.RESULT_CHECKSUMS_AT, to.envelope().checksums())
                .putLong(Delta.REMOVED_AT, changes.removed().count())
                .putLong(Delta.ADDED_AT, changes.added().count())
                .putLong(Delta.REMOVED_LENGTH_AT, removed.length);
        return Optional.of(Envelope.write(out, FileType.DELTA, header, body -> {
            body.write(removed);
            body.write(added);
        }));
    }

    private ListFields oldFields(Envelope from) throws FormatException {
        ListFields fields = ListFields.ofPacked(from);
        if (!fields.spec().equals(newFilter.spec())) {
            throw new FormatException(Reason.WRONG_BASE,
                    "old file has " + fields.spec() + ", new file " + newFilter.spec() + ": they must be equal");
        }
        return fields;
    }

    /// The number of added keys that fit: fewer keys never need fewer low bits each than all keys of the list do.
    private long mostAdded(long mostBytes) {
        long bytes = Math.min(mostBytes, 1L << 56); // more than all keys there can be
        return bytes / (newCode.lowBits() + 1) * 8 + 8;
    }

    private KeyCursor newKeys() {
        return newKeys.map(keys -> KeyCursor.of(keys, keys.length)).orElseGet(newFilter::keys);
    }

    private static long[] decoded(PackedFilter filter) {
        long[] keys = new long[Math.toIntExact(filter.entries())];
        KeyCursor cursor = filter.keys();
        for (int i = 0; i < keys.length; i++) {
            keys[i] = cursor.next();
        }
        return keys;
    }

    private static byte[] encode(Changes.Row row, long bound) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RiceWriter writer = new RiceWriter(RiceCode.of(row.count(), bound), bytes);
        for (int i = 0; i < row.count(); i++) {
            writer.write(row.at(i));
        }
        writer.finish();
        return bytes.toByteArray();
    }
}
