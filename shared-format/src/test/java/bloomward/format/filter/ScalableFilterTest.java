package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ScalableFilterTest {

    private static final long SEED = 43;

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.01, 0.001})
    void holdsItsRateOverFiveLayers(double rate) {
        ScalableFilter filter = ScalableFilter.of(10_000, rate);
        for (long hash : SampleFilters.hashes(SEED, 310_000)) {
            filter.add(hash);
            assertThat(filter.estimatedCount()).isLessThanOrEqualTo(filter.capacity());
        }
        assertThat(filter.layerCount()).isEqualTo(5);
        assertThat(filter.capacity()).isEqualTo(310_000);
        assertThat(Arrays.stream(SampleFilters.hashes(SEED, 310_000))).as("seed %d", SEED)
                .allMatch(filter::mightContain);
        long hits = Arrays.stream(SampleFilters.hashes(~SEED, 1_000_000)).filter(filter::mightContain).count();
        double promised = rate * 1_000_000;
        assertThat((double) hits).as("seed %d", SEED).isLessThan(promised + 4 * Math.sqrt(promised));
        assertThat(filter.currentRate()).isLessThan(rate);
    }

    @Test
    void growsWhenTheLastLayerIsFull() {
        ScalableFilter filter = ScalableFilter.of(100, 1e-6);
        long[] hashes = SampleFilters.hashes(SEED, 301);
        Arrays.stream(hashes, 0, 100).forEach(filter::add);
        assertThat(filter.layerCount()).isEqualTo(1);
        filter.add(hashes[100]);
        assertThat(filter.layerCount()).isEqualTo(2);
        assertThat(filter.capacity()).isEqualTo(300);
        Arrays.stream(hashes, 101, 301).forEach(filter::add);
        assertThat(filter.layerCount()).isEqualTo(3);
        assertThat(filter.estimatedCount()).isEqualTo(301);
        assertThat(filter.isNearCapacity()).isFalse();
    }

    @Test
    void whatIsThereDoesNotFillIt() {
        ScalableFilter filter = ScalableFilter.of(10, 0.001);
        for (int i = 0; i < 1_000; i++) {
            assertThat(filter.add(5)).isEqualTo(i == 0);
        }
        assertThat(filter.estimatedCount()).isEqualTo(1);
        assertThat(filter.layerCount()).isEqualTo(1);
    }

    @Test
    void clearGoesBackToOneLayer() {
        ScalableFilter filter = ScalableFilter.of(100, 0.001);
        long size = filter.sizeInBits();
        Arrays.stream(SampleFilters.hashes(SEED, 1_000)).forEach(filter::add);
        assertThat(filter.sizeInBits()).isGreaterThan(size);
        filter.clear();
        assertThat(filter.layerCount()).isEqualTo(1);
        assertThat(filter.sizeInBits()).isEqualTo(size);
        assertThat(filter.capacity()).isEqualTo(100);
    }

    /// A first layer for nobody would never be done growing.
    @Test
    void growsFromNothing() {
        ScalableFilter filter = ScalableFilter.of(0, 0.001);
        Arrays.stream(SampleFilters.hashes(SEED, 100)).forEach(filter::add);
        assertThat(filter.layerCount()).isEqualTo(7);
        assertThat(Arrays.stream(SampleFilters.hashes(SEED, 100))).allMatch(filter::mightContain);
    }
}
