package bloomward.format;

import java.time.Duration;
import java.util.Random;

/// Feeds a target with inputs made by chance until a count, or a time, is used up.
///
/// The short run belongs to the build. The long one is asked for by
/// `mvn -pl shared-format test -Dgroups=long -Dbloomward.fuzz.minutes=60`, with `-Dbloomward.fuzz.seed=N` to begin elsewhere
/// or to see a failure again: each input has its own seed, which the failure names.
public final class FuzzLoop {

    /// Makes an input of this chance and gives it to the code under test; whatever it throws is a finding.
    @FunctionalInterface
    public interface Target {
        void run(Random random) throws Exception;
    }

    private FuzzLoop() {}

    public static void runShort(long firstSeed, int inputs, Target target) {
        for (long seed = firstSeed; seed < firstSeed + inputs; seed++) {
            runOne(seed, target);
        }
    }

    public static void runLong(Target target) {
        long end = System.nanoTime() + Duration.ofMinutes(Long.getLong("bloomward.fuzz.minutes", 1)).toNanos();
        for (long seed = Long.getLong("bloomward.fuzz.seed", 1_000_000); System.nanoTime() < end; seed++) {
            runOne(seed, target);
        }
    }

    private static void runOne(long seed, Target target) {
        try {
            target.run(new Random(seed));
        } catch (Exception | AssertionError | OutOfMemoryError | StackOverflowError e) {
            throw new AssertionError("input of seed " + seed, e);
        }
    }
}
