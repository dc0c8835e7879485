package bloomward.server.store;

import bloomward.format.Digest;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Reports of people. The number of a report is known to its sender only; the table has its SHA-256, which leads to the report,
/// but not from the report to the number.
public interface ReportTable {

    /// Takes a report in: counts it with the open one of the same kind and canonical URL or, if there is none, keeps it.
    ///
    /// @param number SHA-256 of its number, which is new
    /// @param content SHA-256 of all that it says
    /// @return the row that has it now
    ReportRow receive(Digest number, Digest content, ReportText text, Instant at) throws IOException;

    Optional<Receipt> receipt(Digest number) throws IOException;

    /// The open report of a kind for a canonical URL.
    Optional<ReportRow> findOpen(ReportKind kind, String canonical) throws IOException;

    Optional<ReportRow> find(long id) throws IOException;

    /// Reports, the oldest first.
    List<ReportRow> all(Choice choice, int limit) throws IOException;

    long countOpen(ReportKind kind) throws IOException;

    /// The arrival of the open report that waits longest.
    Optional<Instant> oldestOpen() throws IOException;

    /// The number of receipts that are kept.
    long countReceipts() throws IOException;

    /// Forgets the receipts of the report that was decided first.
    ///
    /// @return how many; 0 if no decided report has any
    long forgetReceipts() throws IOException;

    /// Decides an open report.
    ///
    /// @param corrections of drafts to which an accepted one has led; without any, all is published already
    void decide(long id, ReportState state, ReportRow.Decision decision, List<Correction> corrections)
            throws IOException;

    /// Notes the hold that an open report waits for.
    ///
    /// @param hold empty for none
    void await(long id, OptionalLong hold) throws IOException;

    /// The open reports that wait for a hold.
    List<ReportRow> waitingFor(long hold) throws IOException;

    /// Whether a change of a list is the correction of an accepted report.
    boolean hasLedTo(long listId, long change) throws IOException;

    /// Erases the texts of reports that were decided before a time.
    ///
    /// @return how many
    long erase(Instant decidedBefore) throws IOException;

    /// Removes open reports that last came before a time, and decided ones that were decided before one, with their receipts.
    ///
    /// @return how many
    long remove(Instant cameBefore, Instant decidedBefore) throws IOException;

    /// The receipt of one report.
    ///
    /// @param content SHA-256 of all that it said
    record Receipt(Digest content, ReportRow report) {}

    /// A choice of reports; empty parts choose all.
    ///
    /// @param list the one that the sender's program named
    record Choice(Optional<ReportState> state, Optional<ReportKind> kind, Optional<String> list) {}

    /// A change of a draft.
    ///
    /// @param listId 0 for the allow list, which is published with the next publication whatever its change
    /// @param change of the list; a version up to it has the correction
    record Correction(long listId, long change) {}
}
