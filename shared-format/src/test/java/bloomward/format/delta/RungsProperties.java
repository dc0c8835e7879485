package bloomward.format.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Properties of rungs for any numbers: each hop of a way is a delta that was cut, and ways are short.
final class RungsProperties {

    private static final long A_DAY = 288; // publishing every five minutes
    private static final long BASE = 1_000_000;

    /// At every alignment to high rungs.
    @ParameterizedTest
    @ValueSource(longs = {1, 31, 32, 33, 168, 1023, 1024, 1025, 2000, 20 * A_DAY, 7168})
    void whoSleptUpToThreeWeeksNeedsAtMostFourDeltas(long versions) {
        for (long newest = BASE; newest < BASE + Rungs.HIGH_STEP; newest++) {
            List<Long> path = path(newest - versions, newest);
            assertThat(path).as("to " + newest).isNotEmpty().hasSizeLessThanOrEqualTo(4);
            assertThat(path.getLast()).isEqualTo(newest);
        }
    }

    @Test
    void whoSleptForTwoMonthsFetchesTheFile() {
        for (long newest = BASE; newest < BASE + Rungs.HIGH_STEP; newest++) {
            assertThat(Rungs.path(newest - 60 * A_DAY, newest)).as("to " + newest).isEmpty();
        }
    }

    @Test
    void everyHopIsADeltaThatWasCut() {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            long newest = 2 + random.nextLong(30_000);
            long from = 1 + random.nextLong(newest - 1);
            Optional<List<Long>> path = Rungs.path(from, newest);
            long at = from;
            for (long hop : path.orElse(List.of())) {
                assertThat(Rungs.basesFor(hop)).as(from + " to " + newest + " by " + path).contains(at);
                at = hop;
            }
        }
    }

    /// A way never ends on the way: each hop can be asked for anew, as an agent does that knows only where it is.
    @Test
    void whereOneWayBeginsAWayLeadsOn() {
        for (long newest = 30_000; newest < 30_100; newest++) {
            for (long from = newest - 10_000; from < newest; from++) {
                long next = Rungs.nextHop(from, newest).orElse(newest);
                assertThat(next).isGreaterThan(from).isLessThanOrEqualTo(newest);
                assertThat(next == newest || Rungs.nextHop(next, newest).isPresent()).isTrue();
            }
        }
    }

    private static List<Long> path(long from, long newest) {
        return Rungs.path(from, newest).orElseThrow(() -> new AssertionError(from + " to " + newest + ": no way"));
    }
}
