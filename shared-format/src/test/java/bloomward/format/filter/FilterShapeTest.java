package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FilterShapeTest {

    @ParameterizedTest
    @CsvSource({"CLASSIC,     9585059,  7,  9585059,  149767", "BLOCKED,     19328,    6,  9895936,  154624",
        "PARTITIONED, 1369295,  7,  9585065,  149767", "COUNTING,    1369295,  7,  38340260, 599067",
        "SCALABLE,    1,        8,  11027754, 172309", "CUCKOO,      263174,   10, 10526960, 164484"})
    void followsFromKindCapacityAndRate(FilterKind kind, long units, int bitsPerEntry, long bits, long words) {
        FilterShape shape = FilterShape.of(kind, 1_000_000, 0.01, 0);
        assertThat(shape.units()).isEqualTo(units);
        assertThat(shape.bitsPerEntry()).isEqualTo(bitsPerEntry);
        assertThat(shape.sizeInBits()).isEqualTo(bits);
        assertThat(shape.sizeInWords()).isEqualTo(words);
        MutableFilter filter = MutableFilters.of(kind, 1_000_000, 0.01);
        assertThat(filter.sizeInBits()).isEqualTo(bits);
        assertThat(filter.capacity()).isEqualTo(1_000_000);
        assertThat(MutableFilters.shapeOf(filter)).hasToString(shape.toString());
    }

    /// Without the least size, a filter for one entry at 0.1 % would have 15 bits and answer 1 % wrongly.
    @Test
    void fewEntriesGetTheBitsOfSixtyFour() {
        assertThat(FilterShape.of(FilterKind.CLASSIC, 1, 1e-3, 0).sizeInBits()).isEqualTo(Sizing.bits(64, 1e-3));
        assertThat(FilterShape.of(FilterKind.CLASSIC, 65, 1e-3, 0).sizeInBits()).isEqualTo(Sizing.bits(65, 1e-3));
    }

    @Test
    void aBillionEntriesAtOnePercentTakeOnePointTwoGigabytes() {
        FilterShape shape = FilterShape.of(FilterKind.CLASSIC, 1_000_000_000, 0.01, 0);
        assertThat(shape.sizeInBits()).isEqualTo(9_585_058_378L);
        assertThat(shape.sizeInWords() * 8).isEqualTo(1_198_132_304L);
    }

    @Test
    void layersFollowFromTheEntries() {
        assertThat(FilterShape.of(FilterKind.SCALABLE, 100, 0.01, 100).units()).isEqualTo(1);
        assertThat(FilterShape.of(FilterKind.SCALABLE, 100, 0.01, 101).units()).isEqualTo(2);
        assertThat(FilterShape.of(FilterKind.SCALABLE, 100, 0.01, 300).units()).isEqualTo(2);
        assertThat(FilterShape.of(FilterKind.SCALABLE, 100, 0.01, 301).units()).isEqualTo(3);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FilterShape.of(FilterKind.SCALABLE, 100, 0.01, Long.MAX_VALUE));
    }

    @Test
    void entriesMustFit() {
        assertThatIllegalArgumentException().isThrownBy(() -> FilterShape.of(FilterKind.CLASSIC, 100, 0.01, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> FilterShape.of(FilterKind.SCALABLE, 100, 0.01, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> FilterShape.of(FilterKind.CUCKOO, 100, 0.01, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> FilterShape.of(FilterKind.CUCKOO, 100, 0.01, 173));
        assertThat(FilterShape.of(FilterKind.CUCKOO, 100, 0.01, 172).units()).isEqualTo(43);
    }
}
