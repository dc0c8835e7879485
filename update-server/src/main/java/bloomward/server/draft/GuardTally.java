package bloomward.server.draft;

import bloomward.server.draft.ImportResult.Sample;
import bloomward.server.feed.Entry;
import bloomward.server.feed.ImportCount;
import bloomward.server.feed.syntax.RejectReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Counts what guards say of the entries of one list. For one thread.
final class GuardTally {

    private static final int SAMPLES_PER_REASON = 20;
    private static final int MAX_WARNINGS = 100;

    private final Map<String, Long> held = new TreeMap<>();
    private final Map<String, Long> rejected = new TreeMap<>();
    private final List<Sample> samples = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private long warned;

    void hold(String reason, Entry entry) {
        count(held, true, reason, entry);
    }

    void reject(String reason, Entry entry) {
        count(rejected, false, reason, entry);
    }

    void warn(String what) {
        warned++;
        if (warned <= MAX_WARNINGS) {
            warnings.add(what);
        }
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

    List<String> warnings() {
        List<String> all = new ArrayList<>(warnings);
        if (warned > MAX_WARNINGS) {
            all.add("and " + (warned - MAX_WARNINGS) + " more");
        }
        return all;
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
