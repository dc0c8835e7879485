package bloomward.server.draft;

import bloomward.format.io.CloseOnFailure;
import bloomward.format.url.Expression;
import bloomward.server.draft.ImportResult.Sample;
import bloomward.server.feed.Entry;
import bloomward.server.feed.ImportCount;
import bloomward.server.feed.ListLimits;
import bloomward.server.feed.ListOutcome;
import bloomward.server.feed.ListReader;
import bloomward.server.feed.syntax.FeedFormat;
import bloomward.server.guard.HoldReason;
import bloomward.server.guard.Judgement;
import bloomward.server.store.Gathering;
import bloomward.server.store.PublisherStore;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A list that was read and judged, with nothing stored: reading takes as long as the author of the list wants, so it
/// runs beside all works. Guards judge on a second thread while the first reads on.
final class ReadList implements Closeable {

    /// The most lines of an import that guards may hold. Each is a row that people decide about, written while others wait.
    private static final int MOST_HELD = 10_000;
    private static final int SAMPLES = 20;

    private final ImportJob job;
    private final Function<Expression, Judgement> judge;
    private final ListLimits limits;
    /// This and the tallies below it belong to the second thread until all is read.
    private final Gathering passed;
    private final GuardTally tally = new GuardTally();
    private final List<Undecided> undecided = new ArrayList<>();
    private final Map<String, Long> heldLines = new TreeMap<>();
    private FeedFormat format = FeedFormat.MIXED;
    private ImportCount count = ImportCount.NOTHING;

    /// An entry that a guard holds, unless a person has decided about it before.
    record Undecided(Entry entry, HoldReason reason, String detail) {

        private Sample sample() {
            return new Sample(true, reason.label(), entry.line(), entry.expression().shown());
        }
    }

    private ReadList(PublisherStore store, ImportJob job, Function<Expression, Judgement> judge, ListLimits limits) {
        this.job = job;
        this.judge = judge;
        this.limits = limits;
        this.passed = store.gather();
    }

    /// Reads a body.
    ///
    /// @param judge of the guards
    static ReadList of(PublisherStore store, ImportJob job, Function<Expression, Judgement> judge, ListLimits limits,
            Body body) throws IOException, UnreadableListException {
        ReadList read = new ReadList(store, job, judge, limits);
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(read::close)) {
            read.read(body);
            read.requireFewHeld();
            read.passed.sort();
            return failure.keep(read);
        }
    }

    /// The entries that passed, sorted.
    Gathering passed() {
        return passed;
    }

    List<Undecided> undecided() {
        return undecided;
    }

    FeedFormat format() {
        return format;
    }

    ImportCount count() {
        return count;
    }

    GuardTally tally() {
        return tally;
    }

    private void read(Body body) throws IOException, UnreadableListException {
        ListReader reader = new ListReader(job.scope(), job.format(), limits);
        try (InputStream in = body.open(); Relay<Entry> taken = new Relay<>(ReadList::characters, this::take)) {
            ListOutcome.Read read = switch (reader.read(in, taken::add)) {
                case ListOutcome.Read all -> all;
                case ListOutcome.MostlyUnreadable(FeedFormat assumed, ImportCount counted) ->
                    throw new UnreadableListException("most lines are not of the format " + assumed.label() + ": "
                            + counted.rejectedInAll() + " of " + counted.lines() + " rejected",
                            GuardTally.samplesOf(counted));
                case ListOutcome.UnknownFormat(List<FeedFormat> candidates) -> throw new UnreadableListException(
                        "the format could not be recognised; say --format" + (candidates.isEmpty()
                                ? ""
                                : ", perhaps " + candidates.stream().map(FeedFormat::label).toList()),
                        List.of());
                case ListOutcome.Unusable(ListOutcome.Reason reason, String message) -> throw switch (reason) {
                    case TOO_LARGE -> UnreadableListException.beyondLimits(message, List.of());
                    case NOT_A_LIST, DAMAGED -> new UnreadableListException(message, List.<Sample>of());
                };
            };
            taken.finish();
            format = read.format();
            count = read.count();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static int characters(Entry entry) {
        return entry.expression().text().length();
    }

    private void take(Entry entry) {
        switch (judge.apply(entry.expression())) {
            case Judgement.Passed() -> pass(entry);
            case Judgement.Warned(HoldReason reason, String detail) -> {
                tally.warn(reason, "line " + entry.line() + ": " + detail);
                pass(entry);
            }
            case Judgement.Rejected(HoldReason reason, _) -> tally.reject(reason.label(), entry);
            case Judgement.Held(HoldReason reason, String detail) -> hold(new Undecided(entry, reason, detail));
        }
    }

    /// Keeps a held line. Beyond the limit, lines are only counted, so that the refusal can give their number.
    private void hold(Undecided line) {
        heldLines.merge(line.reason().label(), 1L, Long::sum);
        if (undecided.size() < MOST_HELD) {
            undecided.add(line);
        }
    }

    private void requireFewHeld() throws UnreadableListException {
        long held = heldLines.values().stream().mapToLong(Long::longValue).sum();
        if (held > MOST_HELD) {
            String reasons = heldLines.entrySet()
                    .stream()
                    .map(lines -> lines.getKey() + " " + lines.getValue())
                    .collect(Collectors.joining(", "));
            throw UnreadableListException.beyondLimits(
                    "guards hold " + held + " lines (" + reasons + "), and at most " + MOST_HELD
                            + " of one import can wait for a decision: take such lines out of the list, or import it"
                            + " in parts, each as a source of its own",
                    undecided.stream().limit(SAMPLES).map(Undecided::sample).toList());
        }
    }

    private void pass(Entry entry) {
        try {
            passed.add(entry.expression(), job.expires(), job.reason());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        passed.close();
    }
}
