package bloomward.server.draft;

import bloomward.server.draft.ImportResult.Sample;
import bloomward.server.feed.Entry;
import bloomward.server.feed.ImportCount;
import bloomward.server.feed.syntax.RejectReason;
import bloomward.server.guard.HoldReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Counts what guards say of the entries of one list. For one thread.
final class GuardTally {

    private static final int SAMPLES_PER_REASON = 20;

    private final Map<String, Long> held = new TreeMap<>();
    private final Map<String, Long> rejected = new TreeMap<>();
    private final List<Sample> samples = new ArrayList<>();
    private final Map<HoldReason, Warnings> warnings = new EnumMap<>(HoldReason.class);

    /// Warnings of one kind.
    private record Warnings(long count, String first) {

        String line() {
            return count == 1 ? first : first + " (and " + (count - 1) + " more like it)";
        }
    }

    void hold(String reason, Entry entry) {
        count(held, true, reason, entry);
    }

    void reject(String reason, Entry entry) {
        count(rejected, false, reason, entry);
    }

    void warn(HoldReason reason, String what) {
        warnings.merge(reason, new Warnings(1, what), (all, _) -> new Warnings(all.count() + 1, all.first()));
    }

    /// Counts all entries that passed as held.
    void holdAll(String reason, String detail, long entries) {
        held.merge(reason, entries, Long::sum);
        samples.add(new Sample(true, reason, 0, detail));
    }

    long heldOrRejected() {
        return sum(held) + sum(rejected);
    }

    Map<String, Long> held() {
        return held;
    }

    /// The reader's rejections and the guards'.
    Map<String, Long> rejectedWith(ImportCount count) {
        Map<String, Long> all = new TreeMap<>(rejected);
        count.rejected().forEach((reason, lines) -> all.merge(label(reason), lines.count(), Long::sum));
        return all;
    }

    List<Sample> samplesWith(ImportCount count) {
        List<Sample> all = new ArrayList<>(samples);
        all.addAll(samplesOf(count));
        return all;
    }

    /// One line for each kind, with the first of them.
    List<String> warnings() {
        return warnings.values().stream().map(Warnings::line).toList();
    }

    static List<Sample> samplesOf(ImportCount count) {
        List<Sample> samples = new ArrayList<>();
        count.rejected()
                .forEach((reason, lines) -> lines.samples()
                        .forEach(
                                sample -> samples.add(new Sample(false, label(reason), sample.line(), sample.text()))));
        return samples;
    }

    private void count(Map<String, Long> counts, boolean isHeld, String reason, Entry entry) {
        if (counts.merge(reason, 1L, Long::sum) <= SAMPLES_PER_REASON) {
            samples.add(new Sample(isHeld, reason, entry.line(), entry.expression().shown()));
        }
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static String label(RejectReason reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
