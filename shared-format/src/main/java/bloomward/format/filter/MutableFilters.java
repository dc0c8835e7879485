package bloomward.format.filter;

import bloomward.format.FormatException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Mutable filters by kind, and the parts that store one: its shape and its words.
public final class MutableFilters {

    private MutableFilters() {}

    /// An empty filter of a kind.
    ///
    /// @param capacity how many entries it is meant for, of the first layer of a scalable one
    /// @param rate the share of strangers that it may answer with true when it is full, 2^-50 to less than 1
    /// @throws IllegalArgumentException if there is no such filter: packed and flat ones are made from sorted keys
    public static MutableFilter of(FilterKind kind, long capacity, double rate) {
        return switch (kind) {
            case CLASSIC -> ClassicFilter.of(capacity, rate);
            case BLOCKED -> BlockedFilter.of(capacity, rate);
            case PARTITIONED -> PartitionedFilter.of(capacity, rate);
            case COUNTING -> CountingFilter.of(capacity, rate);
            case SCALABLE -> ScalableFilter.of(capacity, rate);
            case CUCKOO -> CuckooFilter.of(capacity, rate);
            case PACKED, FLAT -> throw FilterShape.noMutableKind(kind);
        };
    }

    /// The shape of a filter as it is now.
    public static FilterShape shapeOf(MutableFilter filter) {
        return switch (filter) {
            case ClassicFilter classic -> classic.shape();
            case BlockedFilter blocked -> blocked.shape();
            case PartitionedFilter partitioned -> partitioned.shape();
            case CountingFilter counting -> counting.shape();
            case ScalableFilter scalable -> scalable.shape();
            case CuckooFilter cuckoo -> cuckoo.shape();
        };
    }

    /// Writes the words of a filter, little endian, [FilterShape#sizeInWords] of them.
    public static void writeWords(MutableFilter filter, OutputStream out) throws IOException {
        List<long[]> pieces = switch (filter) {
            case ClassicFilter classic -> List.of(classic.words());
            case BlockedFilter blocked -> List.of(blocked.words());
            case PartitionedFilter partitioned -> List.of(partitioned.words());
            case CountingFilter counting -> List.of(counting.words());
            case ScalableFilter scalable -> scalable.words();
            case CuckooFilter cuckoo -> List.of(cuckoo.words());
        };
        for (long[] words : pieces) {
            FilterWords.write(words, out);
        }
    }

    /// Makes a filter again from its shape and its words, which are copied.
    ///
    /// @param words as [#writeWords] wrote them
    /// @throws FormatException if they are not the words of a filter of this shape
    public static MutableFilter restore(FilterShape shape, MemorySegment words) throws FormatException {
        if (words.byteSize() % 8 != 0 || words.byteSize() / 8 != shape.sizeInWords()) {
            throw new FormatException(FormatException.Reason.MALFORMED,
                    "body: " + words.byteSize() + " bytes, expected " + shape.sizeInWords() + " words of 8");
        }
        return switch (shape.kind()) {
            case CLASSIC -> ClassicFilter.over(shape, all(words));
            case BLOCKED -> BlockedFilter.over(shape, all(words));
            case PARTITIONED -> PartitionedFilter.over(shape, all(words));
            case COUNTING -> CountingFilter.over(shape, all(words));
            case SCALABLE -> ScalableFilter.over(shape, words);
            case CUCKOO -> CuckooFilter.over(shape, all(words));
            case PACKED, FLAT -> throw FilterShape.noMutableKind(shape.kind());
        };
    }

    private static long[] all(MemorySegment words) {
        return FilterWords.read(words, 0, words.byteSize() / 8);
    }
}
