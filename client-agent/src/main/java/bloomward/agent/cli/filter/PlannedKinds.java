package bloomward.agent.cli.filter;

import bloomward.agent.cli.io.Facts;
import bloomward.format.filter.FilterKind;
import bloomward.format.filter.FilterShape;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.FlatSizing;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/// The cost of each kind of filter for the same entries and rate.
///
/// @param flatBlocks empty if no flat filter of these keys reaches the rate
record PlannedKinds(KeySpec spec, long entries, double rate, OptionalLong flatBlocks) {

    /// Without the scalable filter, which is for an unknown number of entries.
    private static final List<FilterKind> MUTABLE = List.of(FilterKind.CLASSIC, FilterKind.BLOCKED,
            FilterKind.PARTITIONED, FilterKind.COUNTING, FilterKind.CUCKOO);

    /// One row for each kind; its values are empty if the kind does not reach the rate.
    List<Facts> rows() {
        List<Facts> rows = new ArrayList<>();
        rows.add(packed());
        rows.add(flat());
        for (FilterKind kind : MUTABLE) {
            rows.add(mutable(kind));
        }
        return rows;
    }

    private Facts packed() {
        double keys = FlatSizing.keyRate(spec, entries);
        return keys <= rate
                ? row(FilterKind.PACKED, PackedFilter.expectedSizeInBytes(spec, entries), keys)
                : none(FilterKind.PACKED);
    }

    private Facts flat() {
        return flatBlocks.isPresent()
                ? row(FilterKind.FLAT, flatBlocks.getAsLong() * FlatFilter.BLOCK_IN_BYTES,
                        FlatSizing.rate(spec, entries, flatBlocks.getAsLong()))
                : none(FilterKind.FLAT);
    }

    private Facts mutable(FilterKind kind) {
        try {
            return row(kind, FilterShape.of(kind, entries, rate, 0).sizeInWords() * Long.BYTES, rate);
        } catch (IllegalArgumentException _) {
            return none(kind); // a rate below what a hash of 64 bits provides, or more bits than an array holds
        }
    }

    private Facts row(FilterKind kind, long bytes, double reached) {
        return new Facts().put("kind", word(kind))
                .put("bytes", bytes)
                .put("bitsPerEntry", bytes * 8.0 / entries)
                .put("rate", reached);
    }

    private static Facts none(FilterKind kind) {
        return new Facts().put("kind", word(kind)).putNothing("bytes").putNothing("bitsPerEntry").putNothing("rate");
    }

    private static String word(FilterKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
