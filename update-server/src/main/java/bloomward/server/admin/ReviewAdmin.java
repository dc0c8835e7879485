package bloomward.server.admin;

import bloomward.format.Digest;
import bloomward.server.admin.view.ListReports.ListDiff;
import bloomward.server.admin.view.ReviewReports.DraftView;
import bloomward.server.admin.view.ReviewReports.ReviewView;
import bloomward.server.admin.view.ReviewReports.ReviewWords;
import bloomward.server.admin.view.ReviewReports.VersionsPart;
import bloomward.server.draft.DraftDigests;
import bloomward.server.store.Approval;
import bloomward.server.store.FlatJson;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import bloomward.server.store.TokenTable.TokenRow;
import bloomward.server.store.history.ReviewTable.Kind;
import bloomward.server.store.history.ReviewTable.ReviewRow;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The review of drafts: what one person sees of a draft and may do with it, and the words of people about it.
public final class ReviewAdmin {

    private static final int LONGEST_NOTE = 2000;

    private final Desk desk;
    private final DraftAdmin drafts;
    private final DraftDigests digests;

    public ReviewAdmin(PublisherStore store, DraftAdmin drafts, DraftDigests digests, Clock clock) {
        this.desk = new Desk(store, clock);
        this.drafts = drafts;
        this.digests = digests;
    }

    /// The draft of a list, as a person sees it.
    public DraftView draft(Principal who, String name) throws IOException, Refusal {
        return desk.store().<DraftView, Refusal>read(tables -> view(tables, who, Desk.list(tables, name)));
    }

    /// The versions of a list, the newest first.
    ///
    /// @param before only versions below this one, 0 for the newest
    public VersionsPart versions(String name, long before, int limit) throws IOException, Refusal {
        return desk.store()
                .<VersionsPart, Refusal>read(
                        tables -> ListVersions.part(tables, Desk.list(tables, name), before, limit));
    }

    /// Asks other people to look at a draft.
    public DraftView request(Principal who, String name, ReviewWords words) throws IOException, Refusal {
        return say(who, name, words, Kind.REQUEST);
    }

    /// Says no to a draft. The approvals that it has end with it; it can be approved again.
    public DraftView decline(Principal who, String name, ReviewWords words) throws IOException, Refusal {
        if (words.note().isBlank()) {
            throw Desk.bad("declining needs a note that says why");
        }
        return say(who, name, words, Kind.DECLINE);
    }

    private DraftView say(Principal who, String name, ReviewWords words, Kind kind) throws IOException, Refusal {
        if (words.note().length() > LONGEST_NOTE) {
            throw Desk.bad("a note has at most " + LONGEST_NOTE + " characters");
        }
        Digest seen = Desk.draft(words.draft());
        requireSeen(name, seen); // outside of the transaction: others need not wait for a walk over the list
        desk.store().<Boolean, Refusal>write(tables -> {
            ListRow list = Desk.list(tables, name);
            if (!digests.on(tables).of(list).equals(seen)) {
                throw Desk.draftChanged(name);
            }
            tables.reviews().add(new ReviewRow(list.id(), seen, kind, who.name(), desk.now(), words.note()));
            if (kind == Kind.DECLINE) {
                tables.lists().disapprove(list.id(), seen);
            }
            tables.audit()
                    .append(desk.now(), who.name(), "review " + label(kind), name,
                            FlatJson.of("draft", seen.toHex()).with("note", words.note()).toString());
            return true;
        });
        return draft(who, name);
    }

    private void requireSeen(String name, Digest seen) throws IOException, Refusal {
        desk.store().<Boolean, Refusal>read(tables -> {
            if (!digests.on(tables).of(Desk.list(tables, name)).equals(seen)) {
                throw Desk.draftChanged(name);
            }
            return true;
        });
    }

    private DraftView view(Tables tables, Principal who, ListRow list) throws IOException {
        ListDiff diff = drafts.diff(tables, list, digests.on(tables));
        Optional<VersionRow> published = tables.publications().latestVersion(list.id());
        long from = published.map(VersionRow::change).orElse(0L);
        long last = tables.lists().lastChange(list.id());
        List<String> authors = tables.lists().actors(list.id(), from, last);
        return new DraftView(diff, last, authors,
                review(tables, list, published.map(VersionRow::at).orElse(Instant.EPOCH), diff.draft()),
                mayApprove(tables, who, list, authors), mayPublish(who, list, diff));
    }

    private static List<ReviewView> review(Tables tables, ListRow list, Instant since, String draft)
            throws IOException {
        List<ReviewView> views = new ArrayList<>();
        for (ReviewRow row : tables.reviews().since(list.id(), since)) {
            views.add(new ReviewView(label(row.kind()), row.actor(), row.at(), row.note(), row.draft().toHex(),
                    row.draft().toHex().equals(draft)));
        }
        Map<Long, String> names = new HashMap<>();
        for (TokenRow token : tables.tokens().all()) {
            names.put(token.id(), token.name());
        }
        for (Approval approval : tables.lists().approvals(list.id(), digest(draft))) {
            views.add(new ReviewView("approve", names.getOrDefault(approval.tokenId(), ""), approval.at(), "", draft,
                    true));
        }
        views.sort(Comparator.comparing(ReviewView::at));
        return views;
    }

    private static Digest digest(String hex) {
        try {
            return Desk.draft(hex);
        } catch (Refusal e) {
            throw new AssertionError("a digest of our own", e);
        }
    }

    private static String mayApprove(Tables tables, Principal who, ListRow list, List<String> authors)
            throws IOException {
        if (!who.role().includes(Role.REVIEWER)) {
            return needs(Role.REVIEWER);
        }
        try {
            DraftAdmin.requireOther(tables, who, list.name(), authors);
            DraftAdmin.requireOtherThanAllower(tables, who, list);
            return "";
        } catch (Refusal e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static String mayPublish(Principal who, ListRow list, ListDiff diff) {
        if (!who.role().includes(Role.PUBLISHER)) {
            return needs(Role.PUBLISHER);
        }
        return list.needsReview() && diff.approvals().isEmpty() && diff.added() + diff.removed() + diff.changed() > 0
                ? "needs the approval of a person who made no change in it"
                : "";
    }

    private static String needs(Role role) {
        return "needs the role " + role.label();
    }

    private static String label(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
