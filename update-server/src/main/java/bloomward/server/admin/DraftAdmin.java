package bloomward.server.admin;

import bloomward.format.Digest;
import bloomward.program.text.Printable;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.ListReports.DiffPart;
import bloomward.server.admin.view.ListReports.DiffReport;
import bloomward.server.admin.view.ListReports.DraftApproval;
import bloomward.server.admin.view.ListReports.Explanation;
import bloomward.server.admin.view.ListReports.ListDiff;
import bloomward.server.admin.view.ListReports.Match;
import bloomward.server.admin.view.ListReports.SourceDiff;
import bloomward.server.draft.AllowedEntries;
import bloomward.server.draft.Approvals;
import bloomward.server.draft.DraftChange.Kind;
import bloomward.server.draft.DraftChanges;
import bloomward.server.draft.DraftDiff;
import bloomward.server.draft.DraftDigests;
import bloomward.server.draft.Persons;
import bloomward.server.draft.search.Explainer;
import bloomward.server.draft.search.Explainer.State;
import bloomward.server.publish.Published;
import bloomward.server.store.Approval;
import bloomward.server.store.EntryTable.Wanted;
import bloomward.server.store.FlatJson;
import bloomward.server.store.HoldState;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import bloomward.server.store.TokenTable.TokenRow;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;

/// Drafts: showing their changes, in summary and in full, approving them, and explaining why a URL is listed.
public final class DraftAdmin {

    private final Desk desk;
    private final GuardLists guards;
    private final AllowAdmin allowed;
    private final DraftDigests digests;
    private final DiffCache summaries = new DiffCache();
    private final boolean servesSafeBrowsing;

    public DraftAdmin(PublisherStore store, GuardLists guards, AllowAdmin allowed, DraftDigests digests, Clock clock) {
        this(store, guards, allowed, digests, false, clock);
    }

    /// @param servesSafeBrowsing whether to say what clients of Safe Browsing get otherwise
    public DraftAdmin(PublisherStore store, GuardLists guards, AllowAdmin allowed, DraftDigests digests,
            boolean servesSafeBrowsing, Clock clock) {
        this.servesSafeBrowsing = servesSafeBrowsing;
        this.desk = new Desk(store, clock);
        this.guards = guards;
        this.allowed = allowed;
        this.digests = digests;
    }

    /// The changes that publishing would make.
    ///
    /// @param names empty for all lists
    public DiffReport diff(List<String> names, Published published) throws IOException, Refusal {
        return desk.store().<DiffReport, Refusal>read(tables -> {
            List<ListDiff> diffs = new ArrayList<>();
            DraftDigests.Reading reading = digests.on(tables);
            for (String name : names) {
                Desk.list(tables, name);
            }
            for (ListRow list : tables.lists().all()) {
                if (names.isEmpty() || names.contains(list.name())) {
                    diffs.add(diff(tables, list, reading));
                }
            }
            NavigableSet<String> before = allowed.published(published);
            NavigableSet<String> now = AllowAdmin.next(tables);
            return new DiffReport(diffs, without(now, before), without(before, now), leaving(tables, published));
        });
    }

    private static List<String> leaving(Tables tables, Published published) throws IOException {
        List<String> leaving = new ArrayList<>();
        for (ListRow list : tables.lists().allEver()) {
            if (list.deletedAt().isPresent()
                    && published.newest().flatMap(newest -> newest.manifest().list(list.name())).isPresent()) {
                leaving.add(list.name());
            }
        }
        return leaving;
    }

    /// Says why a URL is listed or not, what agents say of it, and what they will say after the next publication.
    public Explanation explain(String url) throws IOException, Refusal {
        Instant now = desk.now();
        Explainer.Explanation found = desk.store()
                .read(tables -> Explainer.explain(tables, allowed.published(tables), url));
        if (found.problem().isPresent()) {
            throw Desk.bad("'" + Printable.beginningOf(url) + "' cannot be judged: " + found.problem().get().reason());
        }
        return new Explanation(url, found.canonical(), label(found.now(now)), label(found.next(now)),
                found.is(State.LISTED, State.LEAVING), found.is(State.LISTED, State.DRAFT),
                found.is(State.ALLOWED, State.ALLOWED_UNTIL_PUBLISHED),
                found.matches().stream().map(DraftAdmin::view).toList());
    }

    private static Match view(Explainer.Match match) {
        return new Match(match.expression().text(), Desk.label(match.expression().scope()), match.list(),
                match.source(), match.category(), label(match.state()), match.since(), match.by(), match.reason(),
                match.expires().map(Instant::toString).orElse(""), match.end().map(Explainer.Decision::by).orElse(""),
                match.end().map(end -> end.at().toString()).orElse(""),
                match.end().map(Explainer.Decision::reason).orElse(""));
    }

    private static String label(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The question for a part of a difference; every text may be empty.
    ///
    /// @param draft the one of which the part before was
    /// @param after the expression at the end of the part before
    /// @param change added, removed or changed
    /// @param source only what this source lists or listed
    /// @param search only expressions that contain this, in upper or lower case
    /// @param from a version; 0 for the published one, or for the one before `to`
    /// @param to another version, 0 for the draft
    public record DiffQuery(String draft, String after, String change, String source, String search, long from,
            long to) {

        /// Of the draft as it would be published.
        public DiffQuery(String draft, String after, String change, String source) {
            this(draft, after, change, source, "", 0, 0);
        }
    }

    /// A part of the changes of one list. It ends after some walk, even if nothing of the source and kind was found yet.
    ///
    /// @param limit at most so many rows, at least one
    public DiffPart part(String name, DiffQuery query, int limit) throws IOException, Refusal {
        Optional<Kind> kind = kind(query.change());
        Optional<Digest> seen = query.draft().isEmpty() ? Optional.empty() : Optional.of(Desk.draft(query.draft()));
        return desk.store().<DiffPart, Refusal>read(tables -> {
            ListRow list = Desk.list(tables, name);
            if (!query.source().isEmpty() && tables.lists().findSource(list.id(), query.source()).isEmpty()) {
                throw new Refusal(Code.NO_SUCH_SOURCE,
                        "list '" + name + "' has no source '" + Printable.beginningOf(query.source()) + "'");
            }
            String draft = query.to() == 0 ? digests.on(tables).of(list).toHex() : "";
            if (seen.isPresent() && !seen.get().toHex().equals(draft)) {
                throw Desk.draftChanged(name);
            }
            PartOfDiff part = new PartOfDiff(list, kind, query.source(), limit, AllowedEntries.of(tables, list));
            changes(tables, list, query).each(new Wanted(query.after(), query.search()), part);
            return new DiffPart(name, draft, part.rows(), part.next());
        });
    }

    private static DraftChanges changes(Tables tables, ListRow list, DiffQuery query) throws IOException, Refusal {
        if (query.from() == 0 && query.to() == 0) {
            return DraftChanges.of(tables, list);
        }
        long from = query.from() == 0
                ? ListVersions.changeBefore(tables, list, query.to())
                : ListVersions.require(tables, list, query.from()).change();
        long to = query.to() == 0
                ? tables.lists().lastChange(list.id())
                : ListVersions.require(tables, list, query.to()).change();
        return DraftChanges.between(tables, list, from, to);
    }

    private static Optional<Kind> kind(String label) throws Refusal {
        if (label.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(Kind.values())
                .filter(each -> label(each).equals(label))
                .findFirst()
                .orElseThrow(() -> Desk
                        .bad("change '" + Printable.beginningOf(label) + "', possible are added, removed, changed")));
    }

    /// Approves the draft of a list for publication, exactly the one that was seen.
    public ListDiff approve(Principal who, String name, DraftApproval approval) throws IOException, Refusal {
        Digest seen = Desk.draft(approval.draft());
        desk.store().<Boolean, Refusal>read(tables -> { // others need not wait
            ListRow list = Desk.list(tables, name);
            if (!digests.on(tables).of(list).equals(seen)) {
                throw Desk.draftChanged(name);
            }
            requireOtherThanAllower(tables, who, list); // the digest is of what is allowed, too, so this stays true below
            return true;
        });
        desk.store().<Boolean, Refusal>write(tables -> {
            ListRow list = Desk.list(tables, name);
            long from = tables.publications().latestVersion(list.id()).map(VersionRow::change).orElse(0L);
            requireOther(tables, who, name,
                    tables.lists().actors(list.id(), from, tables.lists().lastChange(list.id())));
            if (!digests.on(tables).of(list).equals(seen)) {
                throw Desk.draftChanged(name);
            }
            tables.lists().approve(list.id(), seen, new Approval(tokenOf(tables, who), desk.now()));
            tables.audit()
                    .append(desk.now(), who.name(), "approve", name, FlatJson.of("draft", seen.toHex()).toString());
            return true;
        });
        return desk.store()
                .<ListDiff, Refusal>read(tables -> diff(tables, Desk.list(tables, name), digests.on(tables)));
    }

    /// The id with which the approval ends when the token is revoked.
    static long tokenOf(Tables tables, Principal who) throws IOException, Refusal {
        return tables.tokens()
                .all()
                .stream()
                .filter(token -> token.name().equals(who.name()) && token.revokedAt().isEmpty())
                .map(TokenRow::id)
                .findFirst()
                .orElseThrow(() -> new Refusal(Code.FORBIDDEN, "the token '" + who.name() + "' was revoked"));
    }

    static void requireOther(Tables tables, Principal who, String list, List<String> authors)
            throws IOException, Refusal {
        if (authors.contains(who.name())) {
            throw new Refusal(Code.NEEDS_APPROVAL,
                    "you made changes in this draft of '" + list + "', which another person must approve");
        }
        Persons persons = Persons.of(tables);
        Optional<String> own = authors.stream().filter(author -> persons.areOne(author, who.name())).findFirst();
        if (own.filter(author -> author.startsWith(Persons.FEED)).isPresent()) {
            throw new Refusal(Code.NEEDS_APPROVAL,
                    "you, or a token that counts as you, gave '" + own.get() + "' its definition; what it changed in"
                            + " this draft of '" + list + "' another person must approve");
        }
        if (own.isPresent()) {
            throw new Refusal(Code.NEEDS_APPROVAL, "your token and '" + own.get()
                    + "', which made changes in this draft of '" + list
                    + "', come from one another or from one administrator, so both count as one person; a second"
                    + " person's is made by 'bloomward-server token'");
        }
    }

    /// An entry has no effect where it is allowed. One person alone may allow what nobody lists, but not agree to that for
    /// the list.
    static void requireOtherThanAllower(Tables tables, Principal who, ListRow list) throws IOException, Refusal {
        Persons persons = Persons.of(tables);
        for (AllowedEntries.Allowed each : AllowedEntries.of(tables, list).notAgreed(tables, list)) {
            if (persons.areOne(each.by().actor(), who.name())) {
                String allowed = each.by().expression().shown();
                throw new Refusal(Code.NEEDS_APPROVAL,
                        "'" + allowed + "' is allowed by " + each.by().actor()
                                + ", which counts as you, and takes reach from '" + each.entry().shown()
                                + "', which this draft of '" + list.name()
                                + "' adds: another person must approve it, or 'allow remove " + allowed + "'");
            }
        }
    }

    ListDiff diff(Tables tables, ListRow list, DraftDigests.Reading reading) throws IOException {
        DraftDiff diff = summaries.of(tables, list, guards.get(), reading);
        Map<String, SourceDiff> bySource = new TreeMap<>();
        diff.bySource()
                .forEach((source, counts) -> bySource.put(source,
                        new SourceDiff(counts.added(), counts.removed(), counts.changed())));
        return new ListDiff(list.name(), diff.digest().toHex(), diff.fromVersion(), diff.added(), diff.removed(),
                diff.changed(), diff.unchanged(), bySource, diff.hits(), diff.allowed(), diff.sample(),
                diff.packedBytes(), diff.deltaBytes(), servesSafeBrowsing ? diff.pagesAlone() : 0,
                hasNewKeys(tables, list), tables.holds().count(list.id(), HoldState.OPEN), list.needsReview(),
                Approvals.of(tables, list, diff.digest()));
    }

    private static boolean hasNewKeys(Tables tables, ListRow list) throws IOException {
        return tables.publications()
                .latestVersion(list.id())
                .filter(version -> !version.spec().equals(list.spec()))
                .isPresent();
    }

    private static List<String> without(NavigableSet<String> all, NavigableSet<String> some) {
        return all.stream().filter(each -> !some.contains(each)).map(String::strip).toList();
    }
}
