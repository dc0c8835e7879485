package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Against a bag that is always right.
final class CountingFilterProperties {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void missesNothingAndIsEmptyInTheEnd(long seed) {
        CountingFilter filter = CountingFilter.of(1_000, 0.01);
        RemovalModel model = new RemovalModel(filter, seed);
        model.run(20_000, 600, 2);
        assertThat(model.size()).isGreaterThan(100);
        assertThat(filter.fullCounters()).as("seed %d", seed).isZero();
        model.removeAll();
        assertThat(filter.fill()).as("seed %d", seed).isZero();
    }

    /// Far beyond its capacity counters get full, and it keeps too much rather than too little.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void missesNothingWhenCountersAreFull(long seed) {
        CountingFilter filter = CountingFilter.of(100, 0.1);
        RemovalModel model = new RemovalModel(filter, seed);
        for (int round = 0; round < 20; round++) {
            model.run(1_000, 1_000, 2);
        }
        assertThat(filter.fullCounters()).as("seed %d", seed).isPositive();
    }
}
