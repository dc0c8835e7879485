package bloomward.format.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class RungsTest {

    @Test
    void toMostVersionsDeltasAreCutFromTheLastThirtyTwo() {
        assertThat(Rungs.basesFor(100)).containsExactlyElementsOf(countDown(99, 68, 1));
        assertThat(Rungs.basesFor(3)).containsExactly(2L, 1L);
        assertThat(Rungs.basesFor(1)).isEmpty();
    }

    @Test
    void toARungAlsoFromRungsAndHighRungs() {
        assertThat(Rungs.basesFor(20_032)).startsWith(20_031L, 20_030L)
                .hasSize(32 + 31 + 8 - 1)
                .containsAll(countDown(20_000, 19_008, 32))
                .containsAll(countDown(19_456, 12_288, 1024))
                .doesNotContain(11_264L)
                .doesNotHaveDuplicates();
        assertThat(Rungs.basesFor(20_480)).containsAll(countDown(20_448, 19_456, 32))
                .containsAll(countDown(19_456, 12_288, 1024))
                .doesNotContain(11_264L)
                .doesNotHaveDuplicates();
        assertThat(Rungs.basesFor(64)).containsExactlyElementsOf(countDown(63, 32, 1));
    }

    @Test
    void climbsAndDescends() {
        assertThat(Rungs.path(100, 100)).contains(List.of());
        assertThat(Rungs.path(100, 132)).contains(List.of(132L));
        assertThat(Rungs.path(100, 133)).contains(List.of(128L, 133L));
        assertThat(Rungs.path(100, 300)).contains(List.of(128L, 288L, 300L));
        assertThat(Rungs.path(100, 6000)).contains(List.of(128L, 1024L, 5984L, 6000L));
        assertThat(Rungs.path(1024, 6000)).contains(List.of(5984L, 6000L));
        assertThat(Rungs.path(1, 20_000)).isEmpty();
    }

    @Test
    void aWayBackIsNoWay() {
        assertThatIllegalArgumentException().isThrownBy(() -> Rungs.nextHop(5, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> Rungs.path(6, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> Rungs.path(0, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> Rungs.basesFor(0));
        assertThat(Rungs.nextHop(4, 5)).isEqualTo(OptionalLong.of(5));
    }

    private static List<Long> countDown(long from, long to, long step) {
        return LongStream.iterate(from, version -> version >= to, version -> version - step).boxed().toList();
    }
}
