package bloomward.server.draft;

import bloomward.server.store.AllowRow;
import bloomward.server.store.Change;
import bloomward.server.store.EntryTable;
import bloomward.server.store.FeedRow;
import bloomward.server.store.FlatJson;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldState;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Ends a list: its entries and the allow entries for it alone end, its open holds are withdrawn, its feeds go, and a proposal
/// with a version of it is withdrawn.
/// Agents have the list until the next publication, which no longer names it.
///
/// The name, the versions, the changes and the audit log stay. The ended entries stay as long as other removed ones, so
/// that an explanation can tell what became of them.
public final class ListDeletion {

    private final KeptImports kept;

    public ListDeletion(KeptImports kept) {
        this.kept = kept;
    }

    /// The parts of a list that go with it.
    ///
    /// @param entries expressions in the draft
    /// @param published the version that agents have, if they have one
    /// @param holds open ones
    /// @param feeds their names
    public record Content(long entries, Optional<VersionRow> published, long holds, List<String> feeds) {

        public Content {
            feeds = List.copyOf(feeds);
        }

        public static Content of(Tables tables, ListRow list) throws IOException {
            return new Content(tables.entries().count(list.id(), EntryTable.NOW),
                    tables.publications().latestVersion(list.id()).filter(VersionRow::isPublished),
                    tables.holds().count(list.id(), HoldState.OPEN), feedsOf(tables, list));
        }

        private static List<String> feedsOf(Tables tables, ListRow list) throws IOException {
            return tables.feeds().all().stream().filter(feed -> feed.listId() == list.id()).map(FeedRow::name).toList();
        }
    }

    /// Deletes a list, inside a transaction.
    ///
    /// @return what it had
    public static Content delete(Tables tables, ListRow list, String actor, Instant now) throws IOException {
        Content content = Content.of(tables, list);
        withdrawHolds(tables, list);
        withdrawProposal(tables, list, actor, now);
        disallow(tables, list);
        for (String feed : content.feeds()) {
            tables.feeds().remove(feed);
        }
        long change = tables.lists().begin(new Change(0, list.id(), now, actor, "list deleted"));
        tables.entries().revert(list.id(), 0, change);
        tables.lists().delete(list.id(), now);
        return content;
    }

    private static void withdrawHolds(Tables tables, ListRow list) throws IOException {
        List<HoldRow> open = tables.holds()
                .all(list.id(), HoldState.OPEN, Integer.MAX_VALUE)
                .stream()
                .filter(hold -> hold.listId() == list.id())
                .toList();
        tables.holds().withdraw(list.id(), 0, List.of());
        for (SourceRow source : tables.lists().sources(list.id())) {
            tables.holds().withdraw(list.id(), source.id(), List.of());
        }
        ReportHolds.settle(tables, open);
    }

    /// Deletes the kept imports that no open hold names any more. In a transaction after the deletion: a file does not come
    /// back when one fails.
    public void dropHeldImports(Tables tables) throws IOException {
        kept.dropOthers(tables, tables.holds().openBodies());
    }

    /// Ends the allow entries for this list alone, and what is held of them.
    private static void disallow(Tables tables, ListRow list) throws IOException {
        Allowing.disallow(tables,
                tables.allowed().all().stream().filter(row -> row.listId() == list.id()).map(AllowRow::key).toList());
    }

    /// A proposal that names no version of the list stays: the next one leaves the list out.
    private static void withdrawProposal(Tables tables, ListRow list, String actor, Instant now) throws IOException {
        Optional<PendingRow> pending = tables.publications()
                .pending()
                .filter(row -> row.versions().stream().anyMatch(version -> version.listId() == list.id()));
        if (pending.isPresent()) {
            tables.publications().removePending();
            tables.audit()
                    .append(now, actor, "withdraw", Long.toString(pending.get().publication().sequence()),
                            FlatJson.of("deleted", list.name()).toString());
        }
    }
}
