package bloomward.agent.confirm;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The servers that failed lately, and the pause before each is asked again: a second, twice as long after each further
/// failure, at most a minute; or as long as a server wants, at most an hour. Safe for all threads.
final class AddressBackoff {

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration LONGEST_WANTED = Duration.ofHours(1);

    private final LongSupplier nanoTime;
    private final Map<URI, Pause> pauses = new HashMap<>();

    /// @param count how often in a row
    /// @param at when the last time was
    /// @param length how long the server is left alone from then on
    /// @param message for a person
    private record Pause(int count, long at, Duration length, String message) {}

    AddressBackoff(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /// The reason why the server is left alone now, if it is.
    synchronized Optional<String> pause(URI address) {
        return Optional.ofNullable(pauses.get(address))
                .filter(pause -> nanoTime.getAsLong() - pause.at() < pause.length().toNanos())
                .map(Pause::message);
    }

    synchronized void answered(URI address) {
        pauses.remove(address);
    }

    /// @param askedAt when the question was sent that failed: of several that were under way, one counts
    /// @param wanted how long the server wants not to be asked
    synchronized void failed(URI address, long askedAt, String message, Optional<Duration> wanted) {
        Pause before = pauses.get(address);
        if (before != null && askedAt - before.at() <= 0) {
            return;
        }
        int count = before == null ? 1 : before.count() + 1;
        Duration own = shorter(FIRST.multipliedBy(1L << Math.min(count - 1, 10)), LONGEST);
        Duration pause = longer(own, shorter(wanted.orElse(own), LONGEST_WANTED));
        pauses.put(address, new Pause(count, nanoTime.getAsLong(), pause, message));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
