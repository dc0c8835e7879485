package bloomward.server.admin;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bloomward.format.FormatException;
import bloomward.format.release.AllowList;
import bloomward.format.release.FileRef;
import bloomward.format.url.Expression;
import bloomward.format.wire.PublicPath;
import bloomward.server.admin.view.AllowReports.AllowReport;
import bloomward.server.admin.view.AllowReports.AllowView;
import bloomward.server.admin.view.ListReports.Entries;
import bloomward.server.draft.AllowFileFullException;
import bloomward.server.draft.Allowing;
import bloomward.server.draft.HiddenEntries;
import bloomward.server.draft.TypedEntries;
import bloomward.server.draft.UnreadableListException;
import bloomward.server.draft.search.Explainer;
import bloomward.server.feed.FeedScope;
import bloomward.server.publish.DataFolder;
import bloomward.server.publish.Published;
import bloomward.server.store.AllowRow;
import bloomward.server.store.FlatJson;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Allowed expressions, which are never reported.
public final class AllowAdmin {

    private final Desk desk;
    private final DataFolder folder;

    public AllowAdmin(PublisherStore store, DataFolder folder, Clock clock) {
        this.desk = new Desk(store, clock);
        this.folder = folder;
    }

    public List<AllowView> allowed() throws IOException {
        List<AllowView> views = new ArrayList<>();
        for (AllowRow row : desk.store().read(tables -> tables.allowed().all())) {
            views.add(new AllowView(row.expression().text(), Desk.label(row.expression().scope()), row.reason(),
                    row.actor(), row.at(), row.expires().map(Instant::toString).orElse(""), row.isHeld()));
        }
        return views;
    }

    public AllowReport allow(Principal who, Entries entries) throws IOException, Refusal {
        FeedScope scope = Desk.scope(entries.scope());
        Optional<Instant> expires = Desk.instant(entries.expires());
        try {
            Set<Expression> expressions = TypedEntries.expressions(entries.urls(), scope);
            HiddenEntries hidden = HiddenEntries.of(desk.store(), expressions);
            Allowing.Outcome outcome = desk.store().<Allowing.Outcome, AllowFileFullException>write(tables -> {
                long before = tables.allowed().sizeInBytes();
                Allowing.Outcome done = Allowing.allow(tables, hidden, entries.reason(), expires, who.name(),
                        desk.now());
                Allowing.requireRoom(tables, before);
                tables.audit()
                        .append(desk.now(), who.name(), "allow", String.join(" ", entries.urls()),
                                FlatJson.of("reason", entries.reason())
                                        .with("expires", entries.expires())
                                        .with("added", done.added())
                                        .with("held", done.held().size())
                                        .toString());
                return done;
            });
            return new AllowReport(outcome.added(), outcome.held(), 0);
        } catch (UnreadableListException e) {
            throw EntryAdmin.unreadable(e);
        } catch (AllowFileFullException e) {
            throw full(e);
        }
    }

    public AllowReport disallow(Principal who, Entries entries) throws IOException, Refusal {
        FeedScope scope = Desk.scope(entries.scope());
        try {
            Set<Expression> forms = TypedEntries.allForms(entries.urls(), scope);
            long removed = desk.store().write(tables -> {
                long count = Allowing.disallow(tables, forms);
                tables.audit()
                        .append(desk.now(), who.name(), "disallow", String.join(" ", entries.urls()),
                                FlatJson.of("reason", entries.reason()).with("removed", count).toString());
                return count;
            });
            return new AllowReport(0, List.of(), removed);
        } catch (UnreadableListException e) {
            throw EntryAdmin.unreadable(e);
        }
    }

    static Refusal full(AllowFileFullException e) {
        return new Refusal(Refusal.Code.ALLOW_FILE_FULL, String.valueOf(e.getMessage()));
    }

    /// The expressions that the publication allows.
    NavigableSet<Expression> published(Published published) throws IOException {
        NavigableSet<Expression> expressions = new TreeSet<>();
        if (published.newest().isPresent()) {
            AllowList list = read(published.newest().get().manifest().allow());
            for (int i = 0; i < list.size(); i++) {
                expressions.add(new Expression(list.expression(i)));
            }
        }
        return expressions;
    }

    /// The allow list of the last publication in the store.
    Explainer.PublishedAllow published(Tables tables) throws IOException {
        Optional<PublicationRow> latest = tables.publications().latest();
        if (latest.isEmpty()) {
            return _ -> false;
        }
        AllowList list = read(latest.get().allow());
        return expression -> list.contains(expression.text().getBytes(US_ASCII));
    }

    private AllowList read(FileRef file) throws IOException {
        try {
            return AllowList.parse(Files
                    .readAllBytes(folder.file(new PublicPath.Content(PublicPath.ContentKind.ALLOW, file.digest()))));
        } catch (FormatException e) {
            throw new IOException("the published allow file: " + e.getMessage(), e);
        }
    }
}
