package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class CountingFilterTest {

    private static final long SEED = 41;

    @Test
    void whatWasAddedTwiceMustBeRemovedTwice() {
        CountingFilter filter = CountingFilter.of(1_000, 0.01);
        assertThat(filter.add(5)).isTrue();
        assertThat(filter.add(5)).isFalse();
        assertThat(filter.remove(5)).isTrue();
        assertThat(filter.mightContain(5)).isTrue();
        assertThat(filter.remove(5)).isTrue();
        assertThat(filter.mightContain(5)).isFalse();
        assertThat(filter.remove(5)).isFalse();
        assertThat(filter.fill()).isZero();
    }

    @Test
    void fourteenOfOneCanAllBeRemoved() {
        CountingFilter filter = CountingFilter.of(1_000, 0.01);
        for (int i = 0; i < 14; i++) {
            filter.add(5);
        }
        assertThat(filter.fullCounters()).isZero();
        for (int i = 0; i < 14; i++) {
            assertThat(filter.remove(5)).isTrue();
        }
        assertThat(filter.fill()).isZero();
    }

    @Test
    void aFullCounterStaysFull() {
        CountingFilter filter = CountingFilter.of(1_000, 0.01);
        for (int i = 0; i < 15; i++) {
            filter.add(5);
        }
        assertThat(filter.fullCounters()).isEqualTo(7);
        long[] full = filter.words().clone();
        filter.add(5);
        assertThat(filter.words()).isEqualTo(full);
        assertThat(filter.remove(5)).as("nothing can be taken out").isFalse();
        assertThat(filter.words()).isEqualTo(full);
        assertThat(filter.mightContain(5)).isTrue();
    }

    @Test
    void refusesToRemoveAStranger() {
        long[] members = SampleFilters.hashes(SEED, 1_000);
        CountingFilter filter = CountingFilter.of(1_000, 0.01);
        Arrays.stream(members).forEach(filter::add);
        long[] before = filter.words().clone();
        long[] strangers = Arrays.stream(SampleFilters.hashes(~SEED, 1_000))
                .filter(hash -> !filter.mightContain(hash))
                .toArray();
        assertThat(strangers).hasSizeGreaterThan(900);
        assertThat(Arrays.stream(strangers).filter(filter::remove).count()).isZero();
        assertThat(filter.words()).isEqualTo(before);
    }

    @Test
    void uniteAddsTheCountsUpToFull() {
        CountingFilter ten = CountingFilter.of(1_000, 0.01);
        CountingFilter nine = CountingFilter.of(1_000, 0.01);
        for (int i = 0; i < 10; i++) {
            ten.add(5);
        }
        for (int i = 0; i < 9; i++) {
            nine.add(5);
        }
        nine.add(6);
        ten.addAll(nine);
        assertThat(ten.fullCounters()).isEqualTo(7);
        assertThat(ten.mightContain(6)).isTrue();
        assertThat(ten.remove(6)).isTrue();
        assertThat(ten.mightContain(6)).isFalse();
        assertThat(ten.mightContain(5)).isTrue();
    }
}
