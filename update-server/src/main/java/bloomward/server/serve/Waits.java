package bloomward.server.serve;

import bloomward.server.draft.DraftChanges;
import bloomward.server.guard.HoldReason;
import bloomward.server.store.Change;
import bloomward.server.store.HoldTable.Waiting;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Everything that waits for people, as the store has it.
///
/// @param holds entries by list, under `allow list` what is to be allowed
/// @param feeds whose last copy is held as a whole
/// @param drafts of lists with changes that are not published
/// @param pending since when a publication waits for signatures
record Waits(Map<String, Held> holds, List<HeldFeed> feeds, List<Draft> drafts, Optional<Instant> pending) {

    static final String ALLOWED = "allow list";

    /// Held entries of one list.
    record Held(long count, Instant oldest) {

        Held and(Held other) {
            return new Held(count + other.count, oldest.isBefore(other.oldest) ? oldest : other.oldest);
        }
    }

    /// A feed that changed too much.
    record HeldFeed(String list, String feed, HoldReason reason, Instant since) {}

    /// A draft with changes.
    ///
    /// @param since the first change after its last publication, even if a later one undid it
    record Draft(ListRow list, Instant since) {}

    static Waits of(Tables tables) throws IOException {
        List<ListRow> lists = tables.lists().all();
        Map<Long, String> names = lists.stream().collect(Collectors.toMap(ListRow::id, ListRow::name));
        Map<String, Held> holds = new TreeMap<>();
        List<HeldFeed> feeds = new ArrayList<>();
        for (Waiting each : tables.holds().waiting()) {
            String list = names.getOrDefault(each.listId(), ALLOWED);
            Optional<HoldReason> reason = HoldReason.labelled(each.reason())
                    .filter(known -> known == HoldReason.FEED_SHRANK || known == HoldReason.FEED_GREW);
            if (reason.isPresent()) {
                feeds.add(new HeldFeed(list, each.source(), reason.get(), each.oldest()));
            } else {
                holds.merge(list, new Held(each.count(), each.oldest()), Held::and);
            }
        }
        List<Draft> drafts = new ArrayList<>();
        for (ListRow list : lists) {
            long published = tables.publications().latestVersion(list.id()).map(VersionRow::change).orElse(0L);
            tables.lists()
                    .firstChangeAfter(list.id(), published)
                    .map(Change::at)
                    .ifPresent(since -> drafts.add(new Draft(list, since)));
        }
        return new Waits(holds, List.copyOf(feeds), List.copyOf(drafts),
                tables.publications().pending().map(PendingRow::at));
    }

    /// Whether a draft differs from what is published. Reads all of its changes.
    static boolean isChanged(Tables tables, ListRow list) throws IOException {
        return DraftChanges.of(tables, list).isAny();
    }
}
