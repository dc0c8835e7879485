package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import bloomward.format.file.FilterFile;
import bloomward.format.key.HashSpec;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Promises of every kind of filter.
final class FilterContractTest {

    private static final long SEED = 20_261_118;
    private static final Set<FilterKind> MUTABLE = EnumSet.complementOf(EnumSet.of(FilterKind.PACKED, FilterKind.FLAT));

    @TempDir
    Path folder;

    private int strangers = 50_000;

    /// @param entries how many it is made for and how many it gets
    record Case(FilterKind kind, int entries, double rate) {}

    static Stream<Case> cases() {
        return casesOf(EnumSet.allOf(FilterKind.class));
    }

    static Stream<Case> largerCases() {
        return cases().filter(sample -> sample.entries >= 100);
    }

    static Stream<Case> mutableCases() {
        return casesOf(MUTABLE);
    }

    static Stream<Case> largestCases() {
        return IntStream.of(0, 1, 2, 100, 10_000, 200_000)
                .boxed()
                .flatMap(entries -> casesOf(EnumSet.allOf(FilterKind.class), entries));
    }

    private static Stream<Case> casesOf(Set<FilterKind> kinds) {
        return IntStream.of(0, 1, 2, 100, 10_000, 100_000).boxed().flatMap(entries -> casesOf(kinds, entries));
    }

    private static Stream<Case> casesOf(Set<FilterKind> kinds, int entries) {
        return kinds.stream()
                .flatMap(kind -> DoubleStream.of(0.1, 1e-2, 1e-3).mapToObj(rate -> new Case(kind, entries, rate)));
    }

    /// All promises together, with more entries and more strangers.
    @ParameterizedTest
    @Tag("long")
    @MethodSource("largestCases")
    void keepsItsPromises(Case sample) throws Exception {
        strangers = 200_000;
        findsAllItHolds(sample);
        answersStrangersAtThePromisedRate(sample);
        if (sample.entries >= 100) {
            knowsItsCurrentRate(sample);
        }
        knowsAboutHowManyItHolds(sample);
        fillAndSizeAreSane(sample);
        if (MUTABLE.contains(sample.kind)) {
            saysWhetherAnEntrySeemedNew(sample);
            isEmptyAfterClearAndFillsAgainTheSameWay(sample);
            savedAndLoadedItIsTheSame(sample);
            uniteContainsBoth(sample);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void findsAllItHolds(Case sample) {
        long[] members = members(sample.entries);
        Filter filter = SampleFilters.filled(sample.kind, sample.rate, members);
        assertThat(Arrays.stream(members).filter(filter::mightContain).count()).as("seed %d", SEED)
                .isEqualTo(sample.entries);
        assertThat(filter.kind()).isEqualTo(sample.kind);
    }

    /// Small filters differ much by chance, so a rate is a mean over many of them.
    @ParameterizedTest
    @MethodSource("cases")
    void answersStrangersAtThePromisedRate(Case sample) {
        int filters = Math.clamp(20_000 / Math.max(1, sample.entries), 1, 400);
        int strangersEach = strangers / filters;
        long hits = 0;
        for (int i = 0; i < filters; i++) {
            long[] members = SampleFilters.hashes(SEED + i, sample.entries);
            Filter filter = SampleFilters.filled(sample.kind, sample.rate, members);
            hits += hits(filter, SampleFilters.hashes(SEED - 1 - i, strangersEach));
        }
        double expected = 1.15 * sample.rate * strangers;
        assertThat((double) hits).as("of %d strangers, seed %d", strangers, SEED)
                .isLessThanOrEqualTo(expected + 4 * Math.sqrt(expected));
    }

    /// From a hundred entries on: in filters of a few hundred bits two hashes can meet in all of their bits at once.
    @ParameterizedTest
    @MethodSource("largerCases")
    void knowsItsCurrentRate(Case sample) {
        Filter filter = SampleFilters.filled(sample.kind, sample.rate, members(sample.entries));
        double expected = filter.currentRate() * strangers;
        assertThat((double) hits(filter, SampleFilters.hashes(~SEED, strangers)))
                .as("of %d strangers, seed %d", strangers, SEED)
                .isCloseTo(expected, within(0.03 * expected + 4.5 * Math.sqrt(expected) + 1));
    }

    /// Some kinds do not count an entry that looks like a member.
    @ParameterizedTest
    @MethodSource("cases")
    void knowsAboutHowManyItHolds(Case sample) {
        Filter filter = SampleFilters.filled(sample.kind, sample.rate, members(sample.entries));
        double tolerance = sample.rate * sample.entries + 5 * Math.sqrt(sample.entries);
        assertThat((double) filter.estimatedCount()).as("seed %d", SEED).isCloseTo(sample.entries, within(tolerance));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void fillAndSizeAreSane(Case sample) {
        Filter filter = SampleFilters.filled(sample.kind, sample.rate, members(sample.entries));
        if (sample.entries == 0) {
            assertThat(filter.fill()).isZero();
            assertThat(filter.currentRate()).isZero();
        } else {
            assertThat(filter.fill()).isGreaterThan(0).isLessThan(1);
            assertThat(filter.currentRate()).isGreaterThan(0).isLessThanOrEqualTo(1.15 * sample.rate);
            assertThat(filter.sizeInBits()).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "SCALABLE")
    void warnsAtNineTenthsOfTheCapacity(FilterKind kind) {
        KeySpec spec = new KeySpec(0, 28, 7); // for 5,368 keys
        int capacity = 5_368;
        assertThat(filterFor(kind, spec, capacity, capacity * 85 / 100).isNearCapacity()).isFalse();
        Filter nearlyFull = filterFor(kind, spec, capacity, capacity * 95 / 100);
        assertThat(nearlyFull.isNearCapacity()).isTrue();
        assertThat(nearlyFull.capacity()).isEqualTo(capacity);
    }

    private static Filter filterFor(FilterKind kind, KeySpec spec, int capacity, int entries) {
        return switch (kind) {
            case PACKED -> SampleFilters.packed(spec, 0.01, members(entries));
            case FLAT -> SampleFilters.flat(spec, 0.01, members(entries));
            case CLASSIC, BLOCKED, PARTITIONED, COUNTING, SCALABLE, CUCKOO ->
                SampleFilters.filledMutable(kind, capacity, 0.01, members(entries));
        };
    }

    @ParameterizedTest
    @MethodSource("mutableCases")
    void saysWhetherAnEntrySeemedNew(Case sample) {
        MutableFilter filter = MutableFilters.of(sample.kind, sample.entries, sample.rate);
        for (long hash : members(sample.entries)) {
            boolean seemedThere = filter.mightContain(hash);
            assertThat(filter.add(hash)).as("seed %d", SEED).isEqualTo(!seemedThere);
            assertThat(filter.mightContain(hash)).as("seed %d", SEED).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("mutableCases")
    void isEmptyAfterClearAndFillsAgainTheSameWay(Case sample) throws Exception {
        long[] members = members(sample.entries);
        MutableFilter filter = MutableFilters.of(sample.kind, sample.entries, sample.rate);
        byte[] empty = save(filter);
        Arrays.stream(members).forEach(filter::add);
        byte[] full = save(filter);
        filter.clear();
        assertThat(filter.estimatedCount()).isZero();
        assertThat(filter.fill()).isZero();
        assertThat(hits(filter, members)).isZero();
        assertThat(save(filter)).isEqualTo(empty);
        Arrays.stream(members).forEach(filter::add);
        assertThat(save(filter)).isEqualTo(full);
    }

    @ParameterizedTest
    @MethodSource("mutableCases")
    void savedAndLoadedItIsTheSame(Case sample) throws Exception {
        long[] members = members(sample.entries);
        MutableFilter filter = SampleFilters.filledMutable(sample.kind, sample.entries, sample.rate, members);
        byte[] saved = save(filter);
        FilterFile loaded = FilterFile.open(MemorySegment.ofArray(saved));
        assertThat(loaded.hash()).isEqualTo(new HashSpec(1, SEED));
        MutableFilter copy = (MutableFilter) loaded.filter();
        assertThat(copy.kind()).isEqualTo(sample.kind);
        assertThat(copy.capacity()).isEqualTo(filter.capacity());
        assertThat(copy.sizeInBits()).isEqualTo(filter.sizeInBits());
        assertThat(copy.estimatedCount()).isEqualTo(filter.estimatedCount());
        assertThat(hits(copy, members)).isEqualTo(sample.entries);
        for (long stranger : SampleFilters.hashes(~SEED, 10_000)) {
            assertThat(copy.mightContain(stranger)).isEqualTo(filter.mightContain(stranger));
        }
        assertThat(save(copy)).as("saved again").isEqualTo(saved);
        if (sample.entries > 0) {
            copy.clear();
            assertThat(filter.mightContain(members[0])).as("the copy has memory of its own").isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("mutableCases")
    void uniteContainsBoth(Case sample) throws Exception {
        long[] members = members(sample.entries);
        int half = sample.entries / 2;
        long[] left = Arrays.copyOfRange(members, 0, half);
        long[] right = Arrays.copyOfRange(members, half, sample.entries);
        MutableFilter filter = SampleFilters.filledMutable(sample.kind, sample.entries, sample.rate, left);
        MutableFilter other = SampleFilters.filledMutable(sample.kind, sample.entries, sample.rate, right);
        boolean united = unite(filter, other);
        if (united) {
            assertThat(hits(filter, members)).as("seed %d", SEED).isEqualTo(sample.entries);
            MutableFilter atOnce = SampleFilters.filledMutable(sample.kind, sample.entries, sample.rate, members);
            assertThat(save(filter)).as("as if all had been put in here").isEqualTo(save(atOnce));
            assertThat(hits(other, right)).isEqualTo(right.length);
        } else {
            assertThat(sample.kind).isIn(FilterKind.SCALABLE, FilterKind.CUCKOO);
        }
    }

    private static boolean unite(MutableFilter filter, MutableFilter other) {
        return switch (filter) {
            case ClassicFilter classic -> {
                classic.addAll((ClassicFilter) other);
                yield true;
            }
            case BlockedFilter blocked -> {
                blocked.addAll((BlockedFilter) other);
                yield true;
            }
            case PartitionedFilter partitioned -> {
                partitioned.addAll((PartitionedFilter) other);
                yield true;
            }
            case CountingFilter counting -> {
                counting.addAll((CountingFilter) other);
                yield true;
            }
            case ScalableFilter _,CuckooFilter _ -> false;
        };
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.INCLUDE, names = {"CLASSIC", "BLOCKED", "PARTITIONED", "COUNTING"})
    void refusesToUniteWithAnotherShape(FilterKind kind) throws Exception {
        MutableFilter filter = SampleFilters.filledMutable(kind, 10_000, 0.01, members(100));
        byte[] before = save(filter);
        assertThatIllegalArgumentException().isThrownBy(() -> unite(filter, MutableFilters.of(kind, 20_000, 0.01)))
                .withMessageContaining("10000")
                .withMessageContaining("20000");
        assertThatIllegalArgumentException().isThrownBy(() -> unite(filter, MutableFilters.of(kind, 10_000, 0.001)));
        assertThat(save(filter)).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = {"PACKED", "FLAT"})
    void refusesWhatNoFilterCanBe(FilterKind kind) {
        assertThatIllegalArgumentException().isThrownBy(() -> MutableFilters.of(kind, -1, 0.01));
        assertThatIllegalArgumentException().isThrownBy(() -> MutableFilters.of(kind, Long.MAX_VALUE, 0.01));
        assertThatIllegalArgumentException().isThrownBy(() -> MutableFilters.of(kind, 1L << 40, 0.01))
                .withMessageContaining("bits");
        for (double rate : new double[] {0, -0.0, 1, -1, 2, 1e-20, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException().isThrownBy(() -> MutableFilters.of(kind, 1, rate))
                    .withMessageContaining("rate");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.INCLUDE, names = {"PACKED", "FLAT"})
    void makesNoImmutableKindByName(FilterKind kind) {
        assertThatIllegalArgumentException().isThrownBy(() -> MutableFilters.of(kind, 1, 0.01))
                .withMessageContaining(kind.name());
    }

    /// The ends of the range that a caller may ask for.
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = {"PACKED", "FLAT"})
    void takesExtremeRates(FilterKind kind) {
        long[] members = members(50);
        for (double rate : new double[] {FilterShape.MIN_RATE, 1e-12, 0.5, 0.9, Math.nextDown(1.0)}) {
            MutableFilter filter = SampleFilters.filledMutable(kind, 50, rate, members);
            assertThat(hits(filter, members)).as("rate %s, seed %d", rate, SEED).isEqualTo(50);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x9E3779B97F4A7C15L, -0x9E3779B97F4A7C15L})
    void takesEveryHash(long hash) {
        for (FilterKind kind : FilterKind.values()) {
            assertThat(SampleFilters.filled(kind, 0.01, hash).mightContain(hash)).as("%s", kind).isTrue();
        }
    }

    private static long[] members(int count) {
        return SampleFilters.hashes(SEED, count);
    }

    private static long hits(Filter filter, long[] hashes) {
        return Arrays.stream(hashes).filter(filter::mightContain).count();
    }

    private byte[] save(MutableFilter filter) throws IOException {
        Path file = folder.resolve("filter");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            long length = FilterFile.writeLibrary(channel, new HashSpec(1, SEED), filter).sizeInBytes();
            assertThat(length).isEqualTo(channel.size());
        }
        return Files.readAllBytes(file);
    }
}
