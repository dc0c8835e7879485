package bloomward.agent.update;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.format.delta.Rungs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Ten thousand agents and one server that is away for six hours, in virtual time. The times of polls and the files to
/// fetch are decided as in life, by [PollSchedule] and [Rungs].
final class FleetTest {

    private static final int AGENTS = 10_000;
    private static final long SECOND = 1_000_000_000L;
    private static final long HOUR = 3600 * SECOND;
    private static final long WINDOW = 10 * SECOND;
    private static final Duration INTERVAL = Duration.ofMinutes(5);
    /// The server publishes as often as agents come.
    private static final long PUBLISHED_EVERY = INTERVAL.toNanos();
    private static final long DOWN_FROM = 2 * HOUR;
    private static final long UP_FROM = 8 * HOUR;
    private static final long END = 13 * HOUR;
    private static final long FIRST_VERSION = 5000;

    private final RandomGenerator random = new Random(20_261_118);
    private final int[] requests = new int[(int) (END / WINDOW) + 1];
    private int wholeFiles;
    private int failures;
    private int mostDeltas;

    /// An agent that is to poll at a time.
    private static final class Agent implements Comparable<Agent> {

        private PollSchedule schedule = PollSchedule.every(INTERVAL);
        private long version = FIRST_VERSION;
        private long at;

        @Override
        public int compareTo(Agent other) {
            return Long.compare(at, other.at);
        }
    }

    @Test
    void comesBackFromAnOutageWithoutAStampede() {
        List<Agent> agents = run(Optional.empty());
        int steady = mean(HOUR, DOWN_FROM);
        assertThat(steady).isBetween(900, 1200); // ten thousand in five minutes, each with latest, manifest and delta
        assertThat(peak(UP_FROM, END)).isLessThanOrEqualTo(2 * steady);
        assertThat(mean(DOWN_FROM + 2 * HOUR, UP_FROM)).isLessThan(steady / 20);
        assertThat(mean(END - HOUR, END)).isBetween(steady * 9 / 10, steady * 11 / 10);
        requireAllWell(agents);
    }

    /// A server that names one moment to all is not met by all at that moment.
    @Test
    void comesBackSpreadWhereAllWereToldTheSameMoment() {
        List<Agent> agents = run(Optional.of(UP_FROM));
        int steady = mean(HOUR, DOWN_FROM);
        assertThat(peak(UP_FROM, END)).isLessThanOrEqualTo(2 * steady);
        requireAllWell(agents);
    }

    private void requireAllWell(List<Agent> agents) {
        assertThat(failures).isGreaterThanOrEqualTo(AGENTS);
        assertThat(wholeFiles).isZero();
        assertThat(mostDeltas).isBetween(2, 5);
        assertThat(agents.stream().filter(agent -> agent.schedule.failures() > 0)).isEmpty();
        assertThat(agents.stream().mapToLong(agent -> agent.version).min().orElseThrow())
                .isGreaterThanOrEqualTo(newestAt(END) - 2);
    }

    private List<Agent> run(Optional<Long> retryAt) {
        PriorityQueue<Agent> next = new PriorityQueue<>();
        List<Agent> agents = new ArrayList<>();
        for (int i = 0; i < AGENTS; i++) {
            Agent agent = new Agent();
            // They were started some time before, not all in the same minute.
            agent.at = (long) (random.nextDouble() * INTERVAL.toNanos());
            agents.add(agent);
            next.add(agent);
        }
        for (Agent agent = next.remove(); agent.at < END; agent = next.remove()) {
            UpdateOutcome outcome = poll(agent, retryAt);
            agent.schedule = agent.schedule.after(outcome);
            agent.at += agent.schedule.delay(outcome, random).toNanos();
            next.add(agent);
        }
        return agents;
    }

    private UpdateOutcome poll(Agent agent, Optional<Long> retryAt) {
        request(agent.at, 1);
        if (agent.at >= DOWN_FROM && agent.at < UP_FROM) {
            failures++;
            return new Failed(Failure.UNREACHABLE, "down", retryAt.map(at -> Duration.ofNanos(at - agent.at)));
        }
        long newest = newestAt(agent.at);
        if (newest == agent.version) {
            return new Unchanged();
        }
        Optional<List<Long>> hops = Rungs.path(agent.version, newest);
        int files = hops.map(List::size).orElse(1);
        wholeFiles += hops.isPresent() ? 0 : 1;
        mostDeltas = Math.max(mostDeltas, files);
        request(agent.at, 1 + files);
        agent.version = newest;
        return new Updated(newest, List.of());
    }

    private void request(long at, int count) {
        requests[(int) (at / WINDOW)] += count;
    }

    private static long newestAt(long at) {
        return FIRST_VERSION + at / PUBLISHED_EVERY;
    }

    private IntStream windows(long from, long to) {
        return Arrays.stream(requests, (int) (from / WINDOW), (int) (to / WINDOW));
    }

    private int mean(long from, long to) {
        return (int) windows(from, to).average().orElseThrow();
    }

    private int peak(long from, long to) {
        return windows(from, to).max().orElseThrow();
    }
}
