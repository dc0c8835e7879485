package bloomward.server.admin;

import bloomward.format.FormatException;
import bloomward.format.release.AllowList;
import bloomward.format.url.Expression;
import bloomward.format.wire.PublicPath;
import bloomward.server.admin.AllowReports.AllowReport;
import bloomward.server.admin.AllowReports.AllowView;
import bloomward.server.admin.ListReports.Entries;
import bloomward.server.draft.Allowing;
import bloomward.server.draft.UnreadableListException;
import bloomward.server.feed.FeedScope;
import bloomward.server.publish.DataFolder;
import bloomward.server.publish.Published;
import bloomward.server.store.AllowRow;
import bloomward.server.store.FlatJson;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
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
            Allowing.Outcome outcome = desk.store().<Allowing.Outcome, UnreadableListException>write(tables -> {
                Allowing.Outcome done = Allowing.allow(tables, entries.urls(), scope, entries.reason(), expires,
                        who.name(), desk.now());
                tables.audit()
                        .append(desk.now(), who.name(), "allow", String.join(" ", entries.urls()), FlatJson.EMPTY);
                return done;
            });
            return new AllowReport(outcome.added(), outcome.held(), 0);
        } catch (UnreadableListException e) {
            throw EntryAdmin.unreadable(e);
        }
    }

    public AllowReport disallow(Principal who, Entries entries) throws IOException, Refusal {
        FeedScope scope = Desk.scope(entries.scope());
        try {
            long removed = desk.store().<Long, UnreadableListException>write(tables -> {
                long count = Allowing.disallow(tables, entries.urls(), scope);
                tables.audit()
                        .append(desk.now(), who.name(), "disallow", String.join(" ", entries.urls()), FlatJson.EMPTY);
                return count;
            });
            return new AllowReport(0, List.of(), removed);
        } catch (UnreadableListException e) {
            throw EntryAdmin.unreadable(e);
        }
    }

    /// The expressions that the publication allows.
    NavigableSet<Expression> published(Published published) throws IOException {
        NavigableSet<Expression> expressions = new TreeSet<>();
        if (published.newest().isEmpty()) {
            return expressions;
        }
        var allow = published.newest().get().manifest().allow();
        try {
            AllowList list = AllowList.parse(Files
                    .readAllBytes(folder.file(new PublicPath.Content(PublicPath.ContentKind.ALLOW, allow.digest()))));
            for (int i = 0; i < list.size(); i++) {
                expressions.add(new Expression(list.expression(i)));
            }
        } catch (FormatException e) {
            throw new IOException("the published allow file: " + e.getMessage(), e);
        }
        return expressions;
    }
}
