package bloomward.format.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.key.KeySpec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

final class FlatBuilderTest {

    private static final KeySpec SPEC = new KeySpec(1, 36, 7);

    @Test
    void findsWhatWasAddedOnlyAfterFinish() {
        MemorySegment words = MemorySegment.ofArray(new long[8 * 100]);
        FlatBuilder builder = FlatBuilder.into(SPEC, words);
        long hash = 0x123456789abcdef0L;
        builder.add(hash);
        assertThat(FlatFilter.over(SPEC, 0, words).mightContain(hash)).isFalse();
        assertThat(builder.finish().mightContain(hash)).isTrue();
    }

    @Test
    void countsEveryHashAdded() {
        FlatBuilder builder = FlatBuilder.into(SPEC, MemorySegment.ofArray(new long[8 * 100]));
        for (int i = 0; i < 1000; i++) {
            builder.add(i);
        }
        assertThat(builder.finish().entries()).isEqualTo(1000);
    }

    @Test
    void leavesBlocksOfNoHashesEmpty() {
        MemorySegment words = MemorySegment.ofArray(new long[8 * 3]);
        FlatBuilder.into(SPEC, words).finish();
        assertThat(words.toArray(ValueLayout.JAVA_LONG)).containsOnly(0);
    }

    @Test
    void goesOnAfterFinish() {
        FlatBuilder builder = FlatBuilder.into(SPEC, MemorySegment.ofArray(new long[8 * 100]));
        builder.add(1L << 60);
        builder.finish();
        builder.add(1L << 61);
        FlatFilter filter = builder.finish();
        assertThat(filter.entries()).isEqualTo(2);
        assertThat(filter.mightContain(1L << 60) && filter.mightContain(1L << 61)).isTrue();
    }

    @Test
    void refusesMemoryThatIsNoWholeNumberOfBlocks() {
        assertThatThrownBy(() -> FlatBuilder.into(SPEC, MemorySegment.ofArray(new long[9])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("72 bytes are not a whole number of blocks");
        assertThatThrownBy(() -> FlatBuilder.into(SPEC, MemorySegment.NULL))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
