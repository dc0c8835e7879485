package bloomward.format;

import java.util.Random;

/// Feeds a target with inputs that it makes itself, by chance: for formats whose checksums and lengths a damaged byte
/// alone would only break. Where damaged bytes lead deep, [Fuzz] makes the inputs.
///
/// In the build it runs a fixed number of rounds. For longer, or to see a failure again, each input having its own
/// seed:
///
/// ```
/// mvn -pl shared-format test -Dtest='*Fuzz' -Dfuzz.rounds=50000000 -Dfuzz.seed=7 -Dsurefire.timeout=0
/// ```
public final class FuzzLoop {

    /// Makes an input of this chance and gives it to the code under test; any throwable is a finding.
    @FunctionalInterface
    public interface Target {
        void run(Random random) throws Exception;
    }

    private FuzzLoop() {}

    /// @param rounds in the build; a long run says its own
    public static void run(int rounds, Target target) {
        long first = Long.getLong("fuzz.seed", 1);
        long count = Long.getLong("fuzz.rounds", rounds);
        for (long seed = first; seed < first + count; seed++) {
            try {
                target.run(new Random(seed));
            } catch (Exception | AssertionError | OutOfMemoryError | StackOverflowError e) {
                throw new AssertionError("input of seed " + seed, e);
            }
        }
    }
}
