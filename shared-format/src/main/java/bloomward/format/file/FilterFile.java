package bloomward.format.file;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.file.Envelope.BodyWriter;
import bloomward.format.file.Envelope.Written;
import bloomward.format.filter.Filter;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.MutableFilter;
import bloomward.format.filter.PackedFilter;
import bloomward.format.io.CloseOnFailure;
import bloomward.format.key.HashSpec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;

/// An open filter file: the only way to get a filter from a file.
///
/// Opening maps the file, checks every byte of it, and gives a filter over the mapping; closing unmaps it, after which
/// the filter throws IllegalStateException. A file must not change while it is open: publish a new one and rename it
/// into place. Thread-safe.
///
/// Not trusted: anyone who can change a file can recompute its checksums. If its author matters, compare its digest
/// with a signed one before opening.
public final class FilterFile implements AutoCloseable {

    /// Empty if the bytes belong to the caller.
    private final Optional<Arena> arena;
    private final Envelope envelope;
    private final Filter filter;
    private final HashSpec hash;

    private FilterFile(Optional<Arena> arena, Envelope envelope) throws FormatException {
        this.arena = arena;
        this.envelope = envelope;
        Content content = switch (envelope.type()) {
            case PACKED -> packed(envelope);
            case FLAT -> flat(envelope);
            case LIBRARY -> {
                LibraryFile library = LibraryFile.read(envelope);
                yield new Content(library.filter(), library.hash());
            }
            case DELTA ->
                throw new FormatException(Reason.OTHER_TYPE, "this is a delta between two packed files, not a filter");
        };
        this.filter = content.filter();
        this.hash = content.hash();
    }

    private record Content(Filter filter, HashSpec hash) {}

    /// Maps and checks a file.
    ///
    /// @throws FormatException if it is not a filter, is damaged, or breaks a rule
    public static FilterFile open(Path path) throws IOException, FormatException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return open(channel);
        }
    }

    /// Maps and checks an open file, so that a digest compared through the same channel is of the same file. The
    /// channel may be closed afterwards.
    ///
    /// @throws FormatException if it is not a filter, is damaged, or breaks a rule
    public static FilterFile open(FileChannel channel) throws IOException, FormatException {
        Arena arena = Arena.ofShared();
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(arena::close)) {
            MemorySegment bytes = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
            return failure.keep(new FilterFile(Optional.of(arena), Envelope.open(bytes)));
        }
    }

    /// Checks a file in memory.
    public static FilterFile open(MemorySegment bytes) throws FormatException {
        return of(Envelope.open(bytes));
    }

    /// The filter in an envelope.
    public static FilterFile of(Envelope envelope) throws FormatException {
        return new FilterFile(Optional.empty(), envelope);
    }

    /// Writes a packed filter.
    public static Written writePacked(FileChannel out, PackedFilter packed) throws IOException {
        return writePacked(out, ListFields.of(packed), packed::writeCoded);
    }

    /// Writes a packed filter whose keys are streamed.
    ///
    /// @param keys writes exactly `fields.entries()` keys, see [PackedFilter#encode]
    public static <E extends Exception> Written writePacked(FileChannel out, ListFields fields, BodyWriter<E> keys)
            throws IOException, E {
        return Envelope.write(out, FileType.PACKED, fields.toHeader(FileType.PACKED), keys);
    }

    /// Writes the flat form of a packed filter.
    public static Written writeFlat(FileChannel out, PackedFilter packed) throws IOException {
        return Envelope.write(out, FileType.FLAT, ListFields.of(packed).toHeader(FileType.FLAT),
                body -> FlatFilter.write(packed, body));
    }

    /// Writes a flat filter that has no packed form, for example from a [bloomward.format.filter.FlatBuilder].
    public static Written writeFlat(FileChannel out, FlatFilter flat) throws IOException {
        ListFields fields = new ListFields(flat.spec(), flat.entries(), flat.blocks());
        return Envelope.write(out, FileType.FLAT, fields.toHeader(FileType.FLAT), flat::write);
    }

    /// Writes a filter of one of the other kinds.
    public static Written writeLibrary(FileChannel out, HashSpec hash, MutableFilter filter) throws IOException {
        return new LibraryFile(hash, filter).writeTo(out);
    }

    public Filter filter() {
        return filter;
    }

    /// The packed filter in this file.
    ///
    /// @throws FormatException if it contains another kind
    public PackedFilter packed() throws FormatException {
        if (filter instanceof PackedFilter packed) {
            return packed;
        }
        throw new FormatException(Reason.OTHER_TYPE,
                "expected a packed filter, found a " + filter.kind().name().toLowerCase(Locale.ROOT) + " one");
    }

    /// The hash for look-ups in this filter.
    public HashSpec hash() {
        return hash;
    }

    public Envelope envelope() {
        return envelope;
    }

    @Override
    public void close() {
        arena.filter(mapping -> mapping.scope().isAlive()).ifPresent(Arena::close);
    }

    private static Content packed(Envelope envelope) throws FormatException {
        ListFields fields = listFields(envelope);
        PackedFilter packed = PackedFilter.open(fields.spec(), fields.entries(), fields.flatBlocks(), envelope.body());
        return new Content(packed, fields.spec().hash());
    }

    private static Content flat(Envelope envelope) throws FormatException {
        ListFields fields = listFields(envelope);
        if (fields.flatBlocks() * FlatFilter.BLOCK_IN_BYTES != envelope.body().byteSize()) {
            throw new FormatException(Reason.MALFORMED, "header: " + fields.flatBlocks() + " blocks of "
                    + FlatFilter.BLOCK_IN_BYTES + " bytes, but the body has " + envelope.body().byteSize() + " bytes");
        }
        FlatFilter flat = FlatFilter.over(fields.spec(), fields.entries(), envelope.body());
        return new Content(flat, fields.spec().hash());
    }

    private static ListFields listFields(Envelope envelope) throws FormatException {
        ListFields fields = ListFields.read(envelope);
        envelope.requireZerosFrom(ListFields.END);
        return fields;
    }
}
