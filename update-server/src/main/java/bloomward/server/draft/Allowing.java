package bloomward.server.draft;

import bloomward.format.release.AllowList;
import bloomward.server.guard.AllowConflicts;
import bloomward.server.guard.HoldReason;
import bloomward.server.guard.Judgement;
import bloomward.server.store.AllowKey;
import bloomward.server.store.AllowRow;
import bloomward.server.store.HoldRow;
import bloomward.server.store.ListRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Allows expressions, which are then never reported. An allowed expression wins over the lists for which it is allowed, so one
/// that would hide entries of them waits for a person; for a second one, where a list that two look after has the entries, even if it
/// hides only parts of them.
public final class Allowing {

    private Allowing() {}

    /// @param added entries that count with the next publication
    /// @param held details of those that wait
    public record Outcome(long added, List<String> held) {}

    /// The terms on which expressions are to be allowed.
    ///
    /// @param name of the group that they belong to, empty for none
    public record Terms(String name, String reason, Optional<Instant> expires, String actor, Instant at) {

        private AllowRow row(AllowKey key) {
            return new AllowRow(key.expression(), key.listId(), name, reason, actor, at, expires, false);
        }
    }

    /// Allows expressions, inside a transaction.
    ///
    /// @param seen their hidden entries, as of a look before
    public static Outcome allow(Tables tables, HiddenEntries seen, Terms terms) throws IOException {
        Set<AllowKey> keys = seen.keys();
        HiddenEntries hidden = seen.on(tables);
        Map<AllowKey, AllowRow> known = new HashMap<>();
        tables.allowed().all().forEach(row -> known.put(row.key(), row));
        Map<Long, String> lists = tables.lists().all().stream().collect(Collectors.toMap(ListRow::id, ListRow::name));
        tables.holds().withdrawAllowed(keys); // what is proposed now is proposed by this actor, on these terms
        List<String> held = new ArrayList<>();
        for (AllowKey key : keys) {
            AllowRow row = terms.row(key);
            Optional<AllowRow> allowed = Optional.ofNullable(known.get(key)).filter(each -> !each.isHeld());
            Optional<HiddenEntries.Hidden> hides = hidden.by(key);
            if (hides.isEmpty() || (allowed.isPresent() && !isLonger(hides.get(), terms.expires(), allowed.get()))) {
                tables.allowed().put(row);
                continue;
            }
            if (allowed.isEmpty()) { // or else it stays as it is until a person decides
                tables.allowed().put(row.held());
            }
            Judgement.Held why = AllowConflicts.conflict(shown(key, lists), hides.get().isWhole(), hides.get().count(),
                    hides.get().example());
            tables.holds().put(HoldRow.ofAllowed(row, HoldReason.ALLOW_CONFLICT.label(), why.detail()));
            held.add(why.detail());
        }
        return new Outcome(keys.size() - held.size(), held);
    }

    private static String shown(AllowKey key, Map<Long, String> lists) {
        return key.expression().shown() + (key.listId() == 0 ? "" : " for list " + lists.get(key.listId()));
    }

    /// Whether one person may not say this of what is allowed already: where two look after the entries, it hides them
    /// for no longer than both have agreed to.
    private static boolean isLonger(HiddenEntries.Hidden hidden, Optional<Instant> end, AllowRow allowed) {
        return hidden.isReviewed() && allowed.expires().isPresent()
                && (end.isEmpty() || end.get().isAfter(allowed.expires().get()));
    }

    /// Refuses what makes the allow file longer than agents take, inside the transaction that did it; or else every
    /// publication after it would be refused.
    ///
    /// @param before the length before the transaction: what makes a full file no longer is not refused
    public static void requireRoom(Tables tables, long before) throws IOException, AllowFileFullException {
        long size = tables.allowed().sizeInBytes();
        if (size > AllowList.ROOM_IN_BYTES && size > before) {
            throw new AllowFileFullException(size, AllowList.ROOM_IN_BYTES);
        }
    }

    /// Takes allow entries back.
    ///
    /// @return how many there were
    public static long disallow(Tables tables, Collection<AllowKey> keys) throws IOException {
        Set<AllowKey> removed = new HashSet<>();
        for (AllowKey key : keys) {
            if (tables.allowed().remove(key)) {
                removed.add(key);
            }
        }
        tables.holds().withdrawAllowed(removed);
        return removed.size();
    }
}
