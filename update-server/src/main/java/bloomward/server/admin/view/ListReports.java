package bloomward.server.admin.view;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The questions and answers about lists and their drafts.
public final class ListReports {

    private ListReports() {}

    /// A list to make.
    ///
    /// @param plannedEntries 0 for a million
    /// @param needsReview whether a second person must approve each publication
    /// @param seed 16 hex digits to take the seed of another server's list; empty to draw one
    /// @param title for people; may be empty
    public record NewList(String name, String category, long plannedEntries, boolean needsReview, String seed,
            String title) {}

    /// @param version the last published one, 0 if there is none
    /// @param entries in the draft
    /// @param published entries in the last version
    /// @param held open holds
    /// @param capacity entries beyond which the list should get wider keys
    /// @param seed of its keys, 16 hex digits
    /// @param waiting the reason why changes of feeds are not published automatically, empty if there is none
    public record ListView(String name, String title, String category, long version, long entries, long published,
            long held, long plannedEntries, long capacity, boolean needsReview, int width, String seed,
            Instant createdAt, List<SourceView> sources, String waiting) {}

    /// The details of a list; a part that is empty stays.
    ///
    /// @param title for people
    /// @param removeTitle whether it has none from then on
    /// @param category of entries whose source has none of its own; of a list that was never published
    public record ListDetails(String title, boolean removeTitle, String category) {}

    /// Other keys for a list. Every agent fetches the whole list once.
    ///
    /// @param plannedEntries the number that it is sized for, 0 to keep it
    /// @param seed 16 hex digits; empty to draw one
    public record NewKeys(long plannedEntries, String seed) {}

    /// @param reason for the audit log; may be empty
    public record Deletion(String reason) {}

    /// The parts that went with a list.
    ///
    /// @param waiting whether a second person must agree before this happens
    /// @param entries in the draft
    /// @param version that agents have until the next publication, 0 if they have none
    /// @param holds open ones, now withdrawn
    /// @param feeds that were removed
    public record DeletionReport(String list, boolean waiting, long entries, long version, long holds,
            List<String> feeds) {}

    /// @param needsReview whether a second person must approve each publication
    public record ListReview(boolean needsReview) {}

    /// @param waiting whether a second person must agree before this happens
    public record ReviewReport(String list, boolean needsReview, boolean waiting) {}

    /// @param kind people, import or feed
    public record SourceView(String name, String kind, String category, long entries) {}

    /// The outcome of an import: `lines = accepted + duplicates + the sums of rejected and held`.
    ///
    /// @param format as it was recognised
    /// @param lines that are neither blank nor comment
    /// @param accepted in the draft now, new or there before
    /// @param rejected by reason
    /// @param held by reason
    /// @param outOfReach accepted lines that mean more than an entry reaches
    /// @param added entries that the draft gained
    /// @param removed entries that it lost, where the source was replaced
    /// @param samples some rejected and held lines of each reason
    public record ImportReport(String list, String source, String format, long lines, long accepted, long duplicates,
            Map<String, Long> rejected, Map<String, Long> held, long outOfReach, long added, long removed,
            List<Sample> samples, List<String> warnings) {}

    /// A list to fetch once.
    ///
    /// @param format empty or auto to recognise it
    /// @param scope auto, host, prefix or exact
    /// @param source empty to name it after the address
    /// @param privateNetwork whether its server may be outside the public network
    public record ListFetch(String url, String format, String scope, String source, boolean privateNetwork) {}

    /// A list that was fetched and is kept for some minutes.
    ///
    /// @param id under which it is imported, once
    /// @param source named after the address unless a name was given
    /// @param bytes as they were sent
    /// @param lines that are neither blank nor comment
    /// @param accepted lines
    /// @param rejected lines by reason
    /// @param examples of expressions
    public record FetchedList(String id, String url, String source, String format, long bytes, long lines,
            long accepted, Map<String, Long> rejected, List<String> examples) {}

    /// The import of a fetched list; every text may be empty.
    ///
    /// @param source the same name again with `replace` replaces what that source listed
    /// @param category where it is not the list's
    public record FetchedImport(String source, String format, String scope, boolean replace, String category,
            String expires, String reason) {}

    /// @param outcome rejected or held
    public record Sample(String outcome, String reason, long line, String text) {}

    /// URLs, hosts or expressions of people.
    ///
    /// @param scope auto, host, prefix or exact
    /// @param reason may be empty
    /// @param expires their end, empty for none; RFC 3339
    public record Entries(List<String> urls, String scope, String reason, String expires) {}

    /// @param notListed words of which nothing was in the draft
    public record RemovalReport(String list, long removed, List<String> notListed) {}

    /// The changes that a publication would make.
    ///
    /// @param allowAdded expressions, and behind them ` for list NAME` and ` until TIME` where they are not allowed for every
    ///     list and for good
    /// @param leaving deleted lists that agents still have
    public record DiffReport(List<ListDiff> lists, List<String> allowAdded, List<String> allowRemoved,
            List<String> leaving) {}

    /// @param draft digest of the draft, which an approval and a publication name
    /// @param changed listed before and after, with another category, expiry or reason
    /// @param bySource added, removed and changed of each source
    /// @param hits popular or protected hosts that would be reported from then on
    /// @param allowed entries that are added or changed although they are allowed, whole or in part; of a list with review
    /// @param sample some of what is added (+), removed (-) and changed (~)
    /// @param packedBytes the estimated size of the packed file
    /// @param deltaBytes the estimated size of the delta, 0 where agents fetch the whole file
    /// @param widened added entries that clients of Safe Browsing take with all below them; 0 where none are served
    /// @param newKeys whether the published version has others, so that agents fetch the whole file
    /// @param approvals the names of those behind the approvals of this draft
    public record ListDiff(String name, String draft, long fromVersion, long added, long removed, long changed,
            long unchanged, Map<String, SourceDiff> bySource, List<String> hits, List<String> allowed,
            List<String> sample, long packedBytes, long deltaBytes, long widened, boolean newKeys, long held,
            boolean needsReview, List<String> approvals) {}

    /// The expressions of one source that a publication would add, remove and change.
    public record SourceDiff(long added, long removed, long changed) {}

    /// A part of a difference, in the order of the expressions.
    ///
    /// @param draft digest of the draft, the same for every part
    /// @param next the expression behind which the next part begins, empty for the last one
    public record DiffPart(String name, String draft, List<DiffRow> rows, String next) {}

    /// @param change added, removed or changed
    /// @param before in the published version, by source; empty where it is added
    /// @param after in the draft; empty where it is removed
    /// @param line all of it in one line for people
    public record DiffRow(String change, String expression, String scope, List<EntryTerms> before,
            List<EntryTerms> after, String line) {}

    /// @param expires empty if it does not
    public record EntryTerms(String source, String category, String expires, String reason) {}

    /// A part of the entries of a list, in the order of their expressions. It can be empty although there is a next one.
    ///
    /// @param change the state that was searched; with it, every part is of the same state
    /// @param next the expression behind which the next part begins, empty for the last one
    public record EntryPart(String list, long change, List<EntryView> entries, String next) {}

    /// @param expires empty if it does not
    /// @param since when the entry came with these terms
    /// @param by the person or feed that brought it
    public record EntryView(String expression, String scope, String source, String category, String expires,
            String reason, Instant since, String by) {}

    /// @param draft digest of the draft that was seen
    public record DraftApproval(String draft) {}

    /// @param now the answer of an agent that has the publication: clean, listed or allowed
    /// @param next its answer after the next publication
    /// @param isListed in the publication
    /// @param isInDraft in the next one
    /// @param isAllowed by the publication
    /// @param matches the expressions of the URL that are known, the shortest first
    public record Explanation(String url, String canonical, String now, String next, boolean isListed,
            boolean isInDraft, boolean isAllowed, List<Match> matches) {}

    /// @param list empty where it is of no list; of an allow entry the one for which it allows, empty for every list
    /// @param source of an allow entry the name of its group
    /// @param state listed, draft, leaving, removed, held, rejected, allowed, allowed-in-draft or allowed-until-published
    /// @param since when it was added
    /// @param by its actor
    /// @param decidedBy the actor of the removal or of the decision about a hold, empty if there was none
    /// @param decidedAt RFC 3339, or empty
    public record Match(String expression, String scope, String list, String source, String category, String state,
            Instant since, String by, String reason, String expires, String decidedBy, String decidedAt,
            String decisionReason) {}
}
