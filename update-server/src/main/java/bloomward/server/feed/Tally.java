package bloomward.server.feed;

import bloomward.program.text.Printable;
import bloomward.server.feed.syntax.ParsedLine;
import bloomward.server.feed.syntax.RejectReason;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Turns parsed lines into entries, and counts them. For one list, on one thread.
final class Tally {

    private static final int SAMPLE_LENGTH = 200;

    private final EntryMaker maker;
    private final SeenEntries seen = new SeenEntries();
    private final EntrySink sink;
    private final ListLimits limits;

    private long lines;
    private long accepted;
    private long duplicates;
    private long outOfReach;
    private final Map<RejectReason, Long> rejected = new EnumMap<>(RejectReason.class);
    private final Map<RejectReason, List<ImportCount.Sample>> samples = new EnumMap<>(RejectReason.class);

    Tally(FeedScope scope, ListLimits limits, EntrySink sink) {
        this.maker = new EntryMaker(scope);
        this.limits = limits;
        this.sink = sink;
    }

    /// @param text the whole line, one byte per `char`
    void add(long line, String text, ParsedLine parsed) {
        take(line, parsed).ifPresent(reason -> reject(line, text, reason));
    }

    /// Counts a line unless it is rejected.
    ///
    /// @return the reason for the rejection
    Optional<RejectReason> take(long line, ParsedLine parsed) {
        return switch (parsed) {
            case ParsedLine.Ignored _ -> Optional.empty();
            case ParsedLine.Rejected(RejectReason reason) -> Optional.of(reason);
            case ParsedLine.Accepted entry -> {
                Optional<RejectReason> problem = maker.make(entry);
                if (problem.isEmpty()) {
                    take(line);
                }
                yield problem;
            }
        };
    }

    private void take(long line) {
        lines++;
        if (!seen.add(maker.buffer(), maker.start(), maker.end() - maker.start())) {
            duplicates++;
            return;
        }
        accepted++;
        outOfReach += maker.isOutOfReach() ? 1 : 0;
        sink.accept(maker.entry(line));
    }

    void reject(long line, String text, RejectReason reason) {
        lines++;
        rejected.merge(reason, 1L, Long::sum);
        List<ImportCount.Sample> kept = samples.computeIfAbsent(reason, _ -> new ArrayList<>());
        if (kept.size() < limits.samplesPerReason()) {
            kept.add(new ImportCount.Sample(line, printable(text)));
        }
    }

    /// @throws UnusableListException if there are more than the limit
    void requireFewEnough() throws UnusableListException {
        limits.requireLines(lines);
    }

    ImportCount count() {
        Map<RejectReason, ImportCount.Rejections> rejections = new EnumMap<>(RejectReason.class);
        rejected.forEach((reason, count) -> rejections.put(reason,
                new ImportCount.Rejections(count, samples.getOrDefault(reason, List.of()))));
        return new ImportCount(lines, accepted, duplicates, outOfReach, rejections);
    }

    /// The beginning of a line as text, with every control character as its number, so that it can neither move the
    /// cursor nor hide other text.
    static String printable(String bytes) {
        return Printable.beginningOf(new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8),
                SAMPLE_LENGTH);
    }
}
