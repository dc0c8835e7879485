package bloomward.agent.capacity;

import bloomward.agent.update.PollSchedule;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.format.delta.Rungs;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/// A day of very many agents. No test: `client-agent/benchmarks/run capacity` starts it.
///
/// When an agent polls is decided by [PollSchedule], which deltas it fetches by [Rungs]: the classes of the agent. What an
/// answer has in bytes and takes in processor time is measured elsewhere and given here ([Costs]). Agents do not know of each
/// other, so ten times as many make ten times the load; only a cache that asks the origin once for all does not.
final class Capacity {

    private static final int DAY = 24 * 3600;
    private static final Duration INTERVAL = Duration.ofMinutes(5);
    private static final UpdateOutcome GOOD = new Unchanged();
    private static final UpdateOutcome AWAY = new Failed(Failure.UNREACHABLE, "away", Optional.empty());
    private static final int MOST_FAILURES = 20;
    /// A cache keeps `latest` for this long.
    private static final int CACHED_IN_SECONDS = 30;

    private final Costs costs;
    private final Random random = new Random(15);
    private final PollSchedule[] schedules = new PollSchedule[MOST_FAILURES + 1];

    /// Bytes with their heads, and microseconds of processor time.
    ///
    /// @param entry bytes of a delta for each entry that came or went
    /// @param handshake bytes of a new connection over TLS, which each poll makes
    record Costs(int notModified, int latest, int manifest, int deltaHead, double entry, int packed, int handshake,
            double requestMicros, double handshakeMicros) {

        /// BENCHMARKS of server and agent; the handshake of nginx.
        static final Costs MEASURED = new Costs(216, 596, 1_018 + 300, 400, 2.42, 2_203_365, 4_000, 20, 390);
    }

    /// A day to play.
    ///
    /// @param start the seconds of the day in which agents are switched on, evenly; -1 if all run since long ago
    /// @param publishEvery seconds from one publication to the next
    /// @param changed entries that come and go with each
    /// @param away the seconds in which no server answers
    record Day(String name, int start, int startUntil, int publishEvery, int changed, int away, int awayUntil) {}

    private Capacity(Costs costs) {
        this.costs = costs;
        PollSchedule schedule = PollSchedule.every(INTERVAL);
        for (int failures = 0; failures <= MOST_FAILURES; failures++) {
            schedules[failures] = schedule;
            schedule = schedule.after(AWAY);
        }
    }

    /// @param args how many agents to play, and the numbers of agents to print for
    public static void main(String[] args) {
        int played = Integer.parseInt(args[0]);
        long[] sizes = Arrays.stream(args).skip(1).mapToLong(Long::parseLong).toArray();
        int nine = 9 * 3600;
        List<Day> days = List.of(new Day("all day, a publication every 15 min", -1, -1, 900, 200, 0, 0),
                new Day("all day, a publication every 5 min", -1, -1, 300, 200, 0, 0),
                new Day("switched on from 8:45 to 9:00, off since 18:00", nine - 900, nine, 900, 200, 0, 0),
                new Day("all switched on within a minute", nine - 60, nine, 900, 200, 0, 0),
                new Day("no server from 9:00 to 9:30", -1, -1, 900, 200, nine, nine + 1800));
        Capacity capacity = new Capacity(Costs.MEASURED);
        System.out.println(
                "| day | agents | polls/s, mean | peak, 1 s | peak, 1 min | Mbit/s, mean | peak, 1 min | GB a day | cores at the peak | origin, requests a day |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        for (Day day : days) {
            Load load = capacity.play(day, played);
            for (long agents : sizes) {
                load.print(System.out, (double) agents / played, agents);
            }
        }
    }

    private Load play(Day day, int agents) {
        Load load = new Load(day, costs);
        // Yesterday's publications come before the first second.
        int yesterday = DAY / day.publishEvery();
        int[] version = new int[agents];
        int[] seen = new int[agents];
        byte[] failures = new byte[agents];
        double[] due = new double[agents];
        int[] next = new int[agents];
        int[] first = new int[DAY];
        Arrays.fill(first, -1);
        boolean isOn = day.start() < 0;
        for (int agent = 0; agent < agents; agent++) {
            // One that was off left when its day ended; one that was on has what came last.
            int left = isOn ? 0 : -6 * 3600;
            version[agent] = yesterday + Math.floorDiv(left, day.publishEvery());
            seen[agent] = isOn ? stateOf(day, yesterday, 0) : -1;
            due[agent] = isOn
                    ? random.nextDouble() * INTERVAL.toSeconds()
                    : day.start() + random.nextDouble() * (day.startUntil() - day.start())
                            + PollSchedule.beforeFirst(true, random).toNanos() / 1e9;
            put(agent, due, next, first);
        }
        for (int second = 0; second < DAY; second++) {
            int agent = first[second];
            while (agent >= 0) {
                int following = next[agent];
                boolean isAway = second >= day.away() && second < day.awayUntil();
                if (isAway) {
                    load.failed(second);
                    failures[agent] = (byte) Math.min(failures[agent] + 1, MOST_FAILURES);
                } else {
                    int newest = yesterday + second / day.publishEvery();
                    int state = stateOf(day, yesterday, second);
                    load.polled(second, seen[agent] != state, version[agent], newest);
                    seen[agent] = state;
                    version[agent] = newest;
                    failures[agent] = 0;
                }
                Duration wait = schedules[failures[agent]].delay(isAway ? AWAY : GOOD, random);
                due[agent] += wait.toNanos() / 1e9;
                put(agent, due, next, first);
                agent = following;
            }
        }
        return load;
    }

    /// Changes whenever `latest` does: with a publication, and each hour.
    private static int stateOf(Day day, int yesterday, int second) {
        return (yesterday + second / day.publishEvery()) * 32 + second / 3600;
    }

    private static void put(int agent, double[] due, int[] next, int[] first) {
        int second = (int) due[agent];
        if (second < DAY) {
            next[agent] = first[second];
            first[second] = agent;
        }
    }

    /// The load of each second.
    private static final class Load {

        private final Day day;
        private final Costs costs;
        private final int[] polls = new int[DAY];
        private final long[] requests = new long[DAY];
        private final double[] bytes = new double[DAY];
        private final Set<Long> deltas = new HashSet<>();
        private final Set<Integer> manifests = new HashSet<>();
        private int latestOfOrigin;
        private int lastLatest = -CACHED_IN_SECONDS;

        Load(Day day, Costs costs) {
            this.day = day;
            this.costs = costs;
        }

        void failed(int second) {
            polls[second]++; // a connection is tried, nothing is sent
        }

        void polled(int second, boolean isOther, int from, int to) {
            polls[second]++;
            requests[second]++;
            bytes[second] += costs.handshake() + (isOther ? costs.latest() : costs.notModified());
            if (second - lastLatest >= CACHED_IN_SECONDS) {
                lastLatest = second;
                latestOfOrigin++;
            }
            if (from == to) {
                return;
            }
            manifests.add(to);
            requests[second]++;
            bytes[second] += costs.manifest();
            long at = from;
            for (long hop : Rungs.path(from, to).orElseThrow()) {
                deltas.add(at << 32 | hop);
                requests[second]++;
                bytes[second] += Math.min(costs.deltaHead() + (hop - at) * day.changed() * costs.entry(),
                        costs.packed());
                at = hop;
            }
        }

        void print(PrintStream out, double times, long agents) {
            double seconds = DAY;
            double meanPolls = Arrays.stream(polls).asLongStream().sum() / seconds * times;
            double meanBytes = Arrays.stream(bytes).sum() / seconds * times;
            double[] cpu = new double[DAY];
            for (int i = 0; i < DAY; i++) {
                cpu[i] = (requests[i] * costs.requestMicros() + polls[i] * costs.handshakeMicros()) / 1e6;
            }
            double[] counted = Arrays.stream(polls).asDoubleStream().toArray();
            out.printf(Locale.ROOT, "| %s | %,d | %,.1f | %,.0f | %,.0f | %,.2f | %,.1f | %,.1f | %,.2f | %,d |%n",
                    day.name(), agents, meanPolls, peak(counted, 1) * times, peak(counted, 60) * times,
                    meanBytes * 8 / 1e6, peak(bytes, 60) * times * 8 / 1e6, meanBytes * seconds / 1e9,
                    peak(cpu, 60) * times, latestOfOrigin + deltas.size() + manifests.size());
        }

        /// The highest mean of so many seconds in a row.
        private static double peak(double[] values, int length) {
            double sum = 0;
            double peak = 0;
            for (int i = 0; i < values.length; i++) {
                sum += values[i] - (i >= length ? values[i - length] : 0);
                peak = Math.max(peak, sum / length);
            }
            return peak;
        }
    }
}
