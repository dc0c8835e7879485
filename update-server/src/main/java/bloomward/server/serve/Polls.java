package bloomward.server.serve;

import bloomward.server.http.files.Payload;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Counts polls by the age of the `latest` that they present, which is all that a poll tells: nobody's address, and nobody's
/// number. Kept in memory; sums of whole hours go to the history.
///
/// An agent that cannot update goes on presenting what it has, so the share of polls with an old `latest` grows. A machine
/// that wakes up presents an old one once; so a share counts over whole hours. Behind a cache, the polls are those of the
/// cache.
final class Polls {

    /// Agents poll every few minutes, and `latest` is dated anew each hour.
    static final Duration OLD = Duration.ofHours(2);
    /// Fewer polls in an hour say nothing, and might be those of one person.
    static final long FEWEST = 20;

    private static final int MOST_KNOWN = 128;
    private static final int MOST_TAGS = 4;
    private static final Pattern TAG = Pattern.compile("\"[^\"]*\"");

    private final Clock clock;
    private final Instant started;
    private final Map<Presented, LongAdder> counts = new EnumMap<>(Presented.class);
    private final Map<Age, LongAdder> ages = new EnumMap<>(Age.class);
    /// The entity tags of replaced notes, the newest last; swapped, never changed.
    private volatile Map<String, Instant> replaced = Map.of();
    private volatile String current = "";

    /// Guarded by the object's lock, like all below it.
    private Instant hour;
    private Map<Presented, Long> atItsStart = new EnumMap<>(Presented.class);
    private Optional<Hour> last = Optional.empty();
    private Optional<Hour> beforeLast = Optional.empty();
    private Optional<Instant> lastPoll = Optional.empty();
    private boolean wasBusy;
    private long seen;

    /// The note that a poll presents.
    enum Presented {
        /// The note that is served.
        CURRENT,
        /// One that was replaced lately.
        BEHIND,
        /// One that was replaced more than two hours ago.
        OLD,
        /// None: an agent that starts, or no agent.
        NONE
    }

    /// The age of the note that a poll presents, for plots over days: how long ago it was replaced.
    enum Age {
        CURRENT("current", Duration.ZERO), HOURS_2("2h", Duration.ofHours(2)), HOURS_12("12h", Duration.ofHours(12)),
        DAYS_2("2d", Duration.ofDays(2)), OLDER("older", Duration.ofDays(3650)),
        /// Replaced before the server was started, or never served here.
        UNKNOWN("unknown", Duration.ZERO);

        private final String label;
        private final Duration upTo;

        Age(String label, Duration upTo) {
            this.label = label;
            this.upTo = upTo;
        }

        static Age of(Duration age) {
            return age.compareTo(HOURS_2.upTo) < 0
                    ? HOURS_2
                    : age.compareTo(HOURS_12.upTo) < 0 ? HOURS_12 : age.compareTo(DAYS_2.upTo) < 0 ? DAYS_2 : OLDER;
        }
    }

    /// A whole hour.
    ///
    /// @param polls that presented a note
    /// @param old of these
    record Hour(long polls, long old) {

        /// Whether the share is at least so large, and of enough polls.
        boolean isStale(int percent) {
            return polls >= FEWEST && Math.multiplyExact(old, 100L) >= Math.multiplyExact(polls, percent);
        }
    }

    Polls(Clock clock) {
        this.clock = clock;
        this.started = clock.instant();
        this.hour = started.truncatedTo(ChronoUnit.HOURS);
        for (Age each : Age.values()) {
            ages.put(each, new LongAdder());
        }
        for (Presented each : Presented.values()) {
            counts.put(each, new LongAdder());
            atItsStart.put(each, 0L);
        }
    }

    void register(MeterRegistry metrics) {
        counts.forEach((presented, count) -> FunctionCounter.builder("bloomward.polls", count, LongAdder::sum)
                .description("Requests for latest by the note that they present: the current one, one behind it, one"
                        + " older than two hours, or none.")
                .tag("presented", presented.name().toLowerCase(Locale.ROOT))
                .register(metrics));
    }

    /// Counts a poll.
    ///
    /// @param presented the values of its `If-None-Match`
    /// @param served the answer if the poll presents something else
    void count(List<String> presented, Payload served) {
        if (!served.etag().equals(current)) {
            replace(served.etag());
        }
        counts.getOrDefault(of(presented), new LongAdder()).increment();
        if (!presented.isEmpty()) {
            ages.getOrDefault(age(presented.getFirst()), new LongAdder()).increment();
        }
    }

    private Age age(String presented) {
        Instant now = clock.instant();
        Matcher tags = TAG.matcher(presented);
        for (int i = 0; i < MOST_TAGS && tags.find(); i++) {
            if (tags.group().equals(current)) {
                return Age.CURRENT;
            }
            Instant at = replaced.get(tags.group());
            if (at != null) {
                return Age.of(Duration.between(at, now));
            }
        }
        return started.isAfter(now.minus(Age.DAYS_2.upTo)) ? Age.UNKNOWN : Age.OLDER;
    }

    /// Takes the polls that were counted since the last call, by the label of their age; no more than one thread does.
    Map<String, Long> takeAges() {
        Map<String, Long> taken = new LinkedHashMap<>();
        ages.forEach((age, count) -> {
            long sum = count.sumThenReset();
            if (sum > 0) {
                taken.put(age.label, sum);
            }
        });
        return taken;
    }

    private synchronized void replace(String etag) {
        if (etag.equals(current)) {
            return;
        }
        Map<String, Instant> all = new LinkedHashMap<>(replaced);
        all.remove(etag);
        if (!current.isEmpty()) {
            all.put(current, clock.instant());
        }
        while (all.size() > MOST_KNOWN) {
            all.remove(all.keySet().iterator().next());
        }
        replaced = all;
        current = etag;
    }

    private Presented of(List<String> presented) {
        if (presented.isEmpty()) {
            return Presented.NONE;
        }
        Instant recently = clock.instant().minus(OLD);
        Matcher tags = TAG.matcher(presented.getFirst());
        boolean isBehind = started.isAfter(recently); // what was replaced before the start is not known
        for (int i = 0; i < MOST_TAGS && tags.find(); i++) {
            if (tags.group().equals(current)) {
                return Presented.CURRENT;
            }
            isBehind |= replaced.getOrDefault(tags.group(), Instant.MIN).isAfter(recently);
        }
        return isBehind ? Presented.BEHIND : Presented.OLD;
    }

    /// To be called every minute: closes the hour, if it is over.
    synchronized void look() {
        Instant now = clock.instant();
        Map<Presented, Long> sums = counts.entrySet()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().sum()));
        long all = sums.values().stream().mapToLong(Long::longValue).sum();
        if (all != seen) {
            seen = all;
            lastPoll = Optional.of(now);
        }
        if (now.truncatedTo(ChronoUnit.HOURS).equals(hour)) {
            return;
        }
        Map<Presented, Long> ofHour = new EnumMap<>(Presented.class);
        sums.forEach((presented, sum) -> ofHour.put(presented, sum - atItsStart.getOrDefault(presented, 0L)));
        long polls = ofHour.values().stream().mapToLong(Long::longValue).sum()
                - ofHour.getOrDefault(Presented.NONE, 0L);
        wasBusy |= polls >= FEWEST;
        beforeLast = last;
        last = Optional.of(new Hour(polls, ofHour.getOrDefault(Presented.OLD, 0L)));
        atItsStart = sums;
        hour = now.truncatedTo(ChronoUnit.HOURS);
    }

    /// The last whole hour, if it and the one before it have that share of old polls.
    synchronized Optional<Hour> stale(int percent) {
        return last.filter(each -> each.isStale(percent))
                .filter(_ -> beforeLast.filter(each -> each.isStale(percent)).isPresent());
    }

    /// The last poll, if there were many before it.
    synchronized Optional<Instant> silentSince() {
        return wasBusy ? lastPoll : Optional.empty();
    }

    /// Whether two whole hours were seen; before that, nothing is known.
    synchronized boolean isKnown() {
        return beforeLast.isPresent();
    }
}
