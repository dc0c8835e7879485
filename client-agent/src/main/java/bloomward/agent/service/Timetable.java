package bloomward.agent.service;

import bloomward.agent.update.PollSchedule;
import bloomward.agent.update.UpdateOutcome;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// The time of the next poll, on a clock that cannot be set. One thread.
///
/// That clock stands still while the machine sleeps. So the time of day is watched beside it: where both went different
/// ways the machine slept or the clock was set, and either is a reason to ask soon.
final class Timetable {

    /// The longest wait before an unplanned poll, spread because many agents may have the same reason at once.
    private static final Duration SOON = Duration.ofSeconds(10);
    /// The time after a poll during which no unplanned one comes.
    private static final Duration REST = Duration.ofMinutes(1);
    private static final Duration JUMP = Duration.ofSeconds(30);

    private final RandomGenerator random;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private PollSchedule schedule;
    private long next;
    private Optional<Long> last = Optional.empty();
    private Optional<Long> lastHurry = Optional.empty();
    private Instant seenTime;
    private long seenNanos;

    /// @param first how long to wait before the first poll
    Timetable(PollSchedule schedule, Duration first, RandomGenerator random, Clock clock, LongSupplier nanoTime) {
        this.schedule = schedule;
        this.random = random;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.seenTime = clock.instant();
        this.seenNanos = nanoTime.getAsLong();
        this.next = seenNanos + first.toNanos();
    }

    boolean isDue() {
        return untilNext().isZero();
    }

    /// The wait before the next poll; zero if it is due.
    Duration untilNext() {
        return Duration.ofNanos(Math.max(0, next - nanoTime.getAsLong()));
    }

    /// The time of day of the next poll.
    Instant nextPoll() {
        return clock.instant().plus(untilNext());
    }

    int failures() {
        return schedule.failures();
    }

    /// A poll is over.
    void polled(UpdateOutcome outcome) {
        schedule = schedule.after(outcome);
        long now = nanoTime.getAsLong();
        last = Optional.of(now);
        next = now + schedule.delay(outcome, random).toNanos();
    }

    /// There is a reason to poll earlier than planned.
    void soon() {
        long wait = (long) (random.nextDouble() * SOON.toNanos());
        long earliest = nanoTime.getAsLong() + wait;
        if (last.isPresent() && earliest - last.get() < REST.toNanos()) {
            earliest = last.get() + REST.toNanos() + wait;
        }
        if (earliest - next < 0) {
            next = earliest;
        }
    }

    /// Asks for a poll at once, for a reason that other agents do not share, such as a damaged file, so no load has to be
    /// spread. Two such polls are a minute apart, as the next file may be damaged just as fast; after failures, nothing is
    /// hurried.
    void atOnce() {
        if (schedule.failures() > 0) {
            return;
        }
        long now = nanoTime.getAsLong();
        long earliest = lastHurry.isPresent() && now - lastHurry.get() < REST.toNanos()
                ? lastHurry.get() + REST.toNanos()
                : now;
        lastHurry = Optional.of(earliest);
        if (earliest - next < 0) {
            next = earliest;
        }
    }

    /// Whether the machine slept, or its clock was set, since this was last asked.
    boolean jumped() {
        Instant time = clock.instant();
        long nanos = nanoTime.getAsLong();
        Duration difference = Duration.between(seenTime, time).minusNanos(nanos - seenNanos);
        seenTime = time;
        seenNanos = nanos;
        return difference.abs().compareTo(JUMP) > 0;
    }
}
