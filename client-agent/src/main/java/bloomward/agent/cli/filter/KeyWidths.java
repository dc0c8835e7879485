package bloomward.agent.cli.filter;

import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.FlatSizing;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeySpec;
import bloomward.format.url.UrlExpressions;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The widths of keys with which so many entries reach a rate.
record KeyWidths(long entries, double rate) {

    /// The distance between the widths that are tried.
    private static final int STEP = 4;

    /// The widths that reach the rate, the narrowest first.
    Stream<Integer> reaching() {
        return IntStream.iterate(KeySpec.widthFor(entries), width -> width <= KeySpec.MAX_WIDTH, width -> width + STEP)
                .filter(width -> entries <= 1L << width && FlatSizing.isReachable(spec(width), entries, rate))
                .boxed();
    }

    /// The width that costs the fewest bytes. Narrow keys are short on the wire, and near the limit of what they reach they
    /// need a large flat form.
    Optional<Integer> cheapest() {
        return reaching().min(Comparator.comparingLong(this::cost));
    }

    private long cost(int width) {
        return PackedFilter.expectedSizeInBytes(spec(width), entries)
                + FlatSizing.blocksFor(spec(width), entries, rate) * FlatFilter.BLOCK_IN_BYTES;
    }

    private static KeySpec spec(int width) {
        return new KeySpec(UrlExpressions.CANONICAL, width, 0);
    }
}
