package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Against a bag that is always right.
final class CuckooFilterProperties {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void missesNothingAndIsEmptyInTheEnd(long seed) {
        CuckooFilter filter = CuckooFilter.of(1_000, 0.1); // short fingerprints meet often
        RemovalModel model = new RemovalModel(filter, seed);
        model.run(40_000, 1_000, 2);
        assertThat(filter.estimatedCount()).as("seed %d", seed).isEqualTo(model.size());
        assertThat(model.size()).isGreaterThan(500);
        model.removeAll();
        assertThat(filter.fill()).as("seed %d", seed).isZero();
        assertThat(filter.words()).as("seed %d", seed).containsOnly(0);
    }

    /// At its limit adds fail, and entries move about between removals.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void missesNothingWhenFull(long seed) {
        CuckooFilter filter = CuckooFilter.of(200, 0.01);
        RemovalModel model = new RemovalModel(filter, seed);
        model.run(9_000, 2_000, 3);
        assertThat(filter.estimatedCount()).as("seed %d", seed).isEqualTo(model.size()).isGreaterThan(200);
        model.removeAll();
        assertThat(filter.words()).as("seed %d", seed).containsOnly(0);
    }
}
