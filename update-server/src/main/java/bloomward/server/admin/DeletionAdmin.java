package bloomward.server.admin;

import bloomward.server.admin.view.ListReports.Deletion;
import bloomward.server.admin.view.ListReports.DeletionReport;
import bloomward.server.draft.ListDeletion;
import bloomward.server.draft.ListDeletion.Content;
import bloomward.server.store.FlatJson;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// Deleting lists. A list with review needs two persons: an administrator proposes it, another person agrees.
public final class DeletionAdmin {

    private static final String ACTION = "list delete";

    private final Desk desk;
    private final FeedAdmin feeds;
    private final ListDeletion deletion;

    /// @param feeds which are fetched by it
    public DeletionAdmin(PublisherStore store, FeedAdmin feeds, ListDeletion deletion, Clock clock) {
        this.desk = new Desk(store, clock);
        this.feeds = feeds;
        this.deletion = deletion;
    }

    /// Deletes a list. Agents have it until the next publication. Its name is never used again.
    public DeletionReport delete(Principal who, String name, Deletion wanted) throws IOException, Refusal {
        List<String> fetched = desk.store()
                .<List<String>, Refusal>read(tables -> Content.of(tables, Desk.list(tables, name)).feeds());
        DeletionReport report = feeds.withoutFetches(fetched,
                () -> desk.store().<DeletionReport, Refusal>write(tables -> delete(tables, who, name, wanted)));
        if (!report.waiting()) {
            for (String feed : report.feeds()) {
                feeds.forget(feed);
            }
            desk.store().write(tables -> {
                deletion.dropHeldImports(tables);
                return true;
            });
        }
        return report;
    }

    private DeletionReport delete(Tables tables, Principal who, String name, Deletion wanted)
            throws IOException, Refusal {
        ListRow list = Desk.list(tables, name);
        FlatJson detail = FlatJson.of("reason", wanted.reason());
        if (list.needsReview()) {
            Optional<String> proposer = new Agreement(tables, list, "delete").ask(who, desk.now());
            if (proposer.isEmpty()) {
                tables.audit()
                        .append(desk.now(), who.name(), ACTION, name, detail.with("state", "proposed").toString());
                return report(name, true, Content.of(tables, list));
            }
            detail.with("proposedBy", proposer.get());
        } else {
            Agreement.requireAdmin(who);
        }
        Content content = ListDeletion.delete(tables, list, who.name(), desk.now());
        tables.audit()
                .append(desk.now(), who.name(), ACTION, name,
                        detail.with("entries", content.entries())
                                .with("holds", content.holds())
                                .with("feeds", String.join(" ", content.feeds()))
                                .toString());
        return report(name, false, content);
    }

    private static DeletionReport report(String name, boolean waiting, Content content) {
        return new DeletionReport(name, waiting, content.entries(),
                content.published().map(VersionRow::version).orElse(0L), content.holds(), content.feeds());
    }
}
