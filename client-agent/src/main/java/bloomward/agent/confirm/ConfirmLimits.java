package bloomward.agent.confirm;

import java.time.Duration;

/// The limits on questions, waiting and memory.
///
/// @param perSecond how many requests in the long run
/// @param burst how many at once after a quiet time
/// @param inFlight how many are under way at the same time
/// @param waitTime how long a question waits for its answer
/// @param bucketMemoryInBytes how much of what was proven is kept
public record ConfirmLimits(int perSecond, int burst, int inFlight, Duration waitTime, int bucketMemoryInBytes) {

    /// For the agent of one machine.
    public static final ConfirmLimits DEFAULT = new ConfirmLimits(10, 200, 8, Duration.ofSeconds(2), 1 << 20);

    /// For one command, which asks one question after another while a person waits.
    public static final ConfirmLimits COMMAND = new ConfirmLimits(10_000, 10_000, 8, Duration.ofSeconds(5), 8 << 20);

    public ConfirmLimits {
        if (perSecond < 1 || burst < 1 || inFlight < 1 || !waitTime.isPositive() || bucketMemoryInBytes < 0) {
            throw new IllegalArgumentException("a limit is not above zero");
        }
    }
}
