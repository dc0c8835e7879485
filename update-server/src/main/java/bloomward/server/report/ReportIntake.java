package bloomward.server.report;

import bloomward.format.Digest;
import bloomward.format.wire.ReportNumber;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.ReportKind;
import bloomward.server.store.ReportTable.Receipt;
import bloomward.server.store.ReportText;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes reports in, and gives the state of one. A report that comes again changes nothing, and reports of one kind about one
/// page are one row with a count, so that a flood fills little. The store of reports is bounded.
public final class ReportIntake {

    private static final Logger LOG = LoggerFactory.getLogger(ReportIntake.class);

    /// The bounds of the store of reports.
    ///
    /// @param open reports that wait for a person
    /// @param receipts of reports, open or decided: a hundred bytes each
    public record Room(long open, long receipts) {

        /// Some 30 MB if every report is as long as it may be. People look at a few dozen a day.
        public static final Room DEFAULT = new Room(10_000, 100_000);
    }

    private final PublisherStore store;
    private final Room room;
    private final Clock clock;

    public ReportIntake(PublisherStore store, Room room, Clock clock) {
        this.store = store;
        this.room = room;
        this.clock = clock;
    }

    /// The outcomes of an intake.
    public sealed interface Outcome {

        /// The report is kept.
        record Received() implements Outcome {}

        /// A report of this kind about this page is open already, and counts this one.
        record Counted() implements Outcome {}

        /// The same report came before, word for word.
        record Known(ReportStatus status) implements Outcome {}

        /// Another report has the number.
        record Conflict() implements Outcome {}

        /// There is no room until people decide about some.
        record Full() implements Outcome {}
    }

    /// Compares a report with earlier ones. Nothing is written.
    ///
    /// @return [Outcome.Known] or [Outcome.Conflict], or nothing for a new one
    public Optional<Outcome> known(Submission submission) throws IOException {
        return store.read(tables -> known(tables, submission));
    }

    private static Optional<Outcome> known(Tables tables, Submission submission) throws IOException {
        Optional<Receipt> receipt = tables.reports().receipt(Submission.digestOf(submission.number()));
        return receipt.map(found -> found.content().equals(submission.content())
                ? new Outcome.Known(ReportStatus.of(found.report()))
                : new Outcome.Conflict());
    }

    /// Takes a report in. Durable when this returns.
    public Outcome receive(Submission submission) throws IOException {
        Instant now = clock.instant();
        Outcome outcome = store.<Outcome, IOException>write(tables -> {
            Optional<Outcome> before = known(tables, submission); // two of the same may come at once
            return before.isPresent() ? before.get() : keep(tables, submission, now);
        });
        if (outcome instanceof Outcome.Received) {
            LOG.info("a report came: {}", submission.text().kind().label());
        }
        return outcome;
    }

    private Outcome keep(Tables tables, Submission submission, Instant now) throws IOException {
        ReportText text = submission.text();
        boolean isCounted = tables.reports().findOpen(text.kind(), text.canonical()).isPresent();
        if ((!isCounted && open(tables) >= room.open()) || !hasRoomForReceipt(tables)) {
            return new Outcome.Full();
        }
        Digest number = Submission.digestOf(submission.number());
        tables.reports().receive(number, submission.content(), text, now);
        return isCounted ? new Outcome.Counted() : new Outcome.Received();
    }

    /// Decided reports give their places first: they could not make room otherwise.
    private boolean hasRoomForReceipt(Tables tables) throws IOException {
        return tables.reports().countReceipts() < room.receipts() || tables.reports().forgetReceipts() > 0;
    }

    private static long open(Tables tables) throws IOException {
        long open = 0;
        for (ReportKind kind : ReportKind.values()) {
            open += tables.reports().countOpen(kind);
        }
        return open;
    }

    /// The state of a report; empty if the number is unknown.
    public Optional<ReportStatus> status(ReportNumber number) throws IOException {
        return store.read(tables -> tables.reports().receipt(Submission.digestOf(number)))
                .map(receipt -> ReportStatus.of(receipt.report()));
    }
}
