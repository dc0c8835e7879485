package bloomward.server.draft;

import bloomward.format.url.Expression;
import bloomward.server.guard.AllowConflicts;
import bloomward.server.store.AllowKey;
import bloomward.server.store.EntryTable;
import bloomward.server.store.EntryTable.Wanted;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The listed entries that expressions hide once they are allowed, in the lists for which they are; of a list that two people look after, also those of
/// which they hide a part. Immutable.
///
/// Finding them walks through whole lists, because entries below a host are not together in the order of a list. So they
/// are looked for beside the writers, and the transaction that allows looks again ([#on]) at the changes made meanwhile,
/// and at lists that are new or were published meanwhile.
public final class HiddenEntries {

    /// The most looks until the lists stand still. The transaction does the rest, or busy editors would keep it from ever
    /// beginning.
    private static final int MOST_LOOKS = 3;

    private final Set<AllowKey> keys;
    private final Set<Expression> expressions;
    private final Map<Long, Seen> lists;
    private final Map<Expression, Hidden> ofAllLists = new HashMap<>();

    /// @param keys in the order in which a person gave them
    private HiddenEntries(Set<AllowKey> keys, Map<Long, Seen> lists) {
        this.keys = keys;
        this.expressions = keys.stream().map(AllowKey::expression).collect(Collectors.toUnmodifiableSet());
        this.lists = lists;
        lists.values()
                .forEach(seen -> seen.hidden
                        .forEach((expression, hidden) -> ofAllLists.merge(expression, hidden, Hidden::and)));
    }

    /// Finds the hidden entries beside the writers.
    public static HiddenEntries of(PublisherStore store, Set<AllowKey> keys) throws IOException {
        HiddenEntries seen = new HiddenEntries(ordered(keys), Map.of());
        for (int i = 0; i < MOST_LOOKS; i++) {
            HiddenEntries before = seen;
            seen = store.read(before::on);
            if (seen.lists.equals(before.lists)) {
                break;
            }
        }
        return seen;
    }

    private static Set<AllowKey> ordered(Set<AllowKey> keys) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(keys));
    }

    /// A list as it was seen.
    private record Seen(State state, long lastChange, Map<Expression, Hidden> hidden) {}

    /// The state by which a list has to be walked through again, if it changes.
    ///
    /// @param published the change of the published version
    /// @param proposed the changes of versions that wait for signatures
    private record State(boolean isReviewed, long published, List<Long> proposed) {

        static State of(Tables tables, ListRow list) throws IOException {
            return new State(list.needsReview(),
                    tables.publications().latestVersion(list.id()).map(VersionRow::change).orElse(0L),
                    tables.publications()
                            .pending()
                            .map(PendingRow::versions)
                            .orElse(List.of())
                            .stream()
                            .filter(version -> version.listId() == list.id())
                            .map(VersionRow::change)
                            .toList());
        }
    }

    /// The listed entries that an expression hides.
    ///
    /// @param isReviewed whether two people look after one of them
    /// @param isWhole whether it hides one of them whole
    /// @param example the last one
    record Hidden(long count, boolean isReviewed, boolean isWhole, Expression example) {

        private Hidden and(Hidden other) {
            return new Hidden(count + other.count, isReviewed || other.isReviewed, isWhole || other.isWhole,
                    other.example);
        }
    }

    /// The expressions that are to be allowed, each with its list.
    public Set<AllowKey> keys() {
        return keys;
    }

    /// The entries that an expression hides in the lists for which it is to be allowed, if there are any.
    Optional<Hidden> by(AllowKey key) {
        return key.listId() == 0
                ? Optional.ofNullable(ofAllLists.get(key.expression()))
                : Optional.ofNullable(lists.get(key.listId()))
                        .flatMap(seen -> Optional.ofNullable(seen.hidden.get(key.expression())));
    }

    /// The same, as of a state of the store. It costs little if little has changed.
    HiddenEntries on(Tables tables) throws IOException {
        Map<Long, Seen> now = new LinkedHashMap<>();
        if (!keys.isEmpty()) {
            AllowConflicts conflicts = AllowConflicts.of(expressions);
            Set<Long> meant = keys.stream().map(AllowKey::listId).collect(Collectors.toSet());
            for (ListRow list : tables.lists().all()) {
                if (meant.contains(0L) || meant.contains(list.id())) {
                    now.put(list.id(), on(tables, list, conflicts));
                }
            }
        }
        return new HiddenEntries(keys, now);
    }

    /// The same for other expressions, as of a state of the store; they cost a walk if they are not all among these.
    HiddenEntries on(Tables tables, Set<AllowKey> others) throws IOException {
        return keys.containsAll(others) ? on(tables) : new HiddenEntries(ordered(others), Map.of()).on(tables);
    }

    private Seen on(Tables tables, ListRow list, AllowConflicts conflicts) throws IOException {
        long lastChange = tables.lists().lastChange(list.id());
        State state = State.of(tables, list);
        Optional<Seen> before = Optional.ofNullable(lists.get(list.id())).filter(seen -> seen.state.equals(state));
        if (before.isPresent() && before.get().lastChange == lastChange) {
            return before.get();
        }
        Map<Expression, Hidden> hidden = new HashMap<>(before.map(Seen::hidden).orElse(Map.of()));
        Sink sink = listed -> {
            if (state.isReviewed) { // where two look after the entries, a part is not allowed by one
                conflicts.taking(listed)
                        .forEach((allowed, isWhole) -> hidden.merge(allowed, new Hidden(1, true, isWhole, listed),
                                Hidden::and));
            } else {
                conflicts.whole(listed)
                        .forEach(allowed -> hidden.merge(allowed, new Hidden(1, false, true, listed), Hidden::and));
            }
        };
        if (before.isPresent()) {
            // An entry that left meanwhile still counts; a person then decides about less.
            tables.entries()
                    .changes(list.id(), before.get().lastChange, lastChange, Wanted.ALL, (listed, earlier, _) -> {
                        if (earlier.isEmpty()) {
                            sink.take(listed);
                        }
                        return true;
                    });
        } else {
            walk(tables, list, state, lastChange, sink);
        }
        return new Seen(state, lastChange, Map.copyOf(hidden));
    }

    private static void walk(Tables tables, ListRow list, State state, long lastChange, Sink sink) throws IOException {
        tables.entries().scan(list.id(), EntryTable.NOW, (listed, _) -> sink.take(listed));
        // An entry that left the draft since it was proposed for signatures may still be published.
        for (long proposed : state.proposed) {
            tables.entries().diff(list.id(), proposed, lastChange, (listed, isAdded, _) -> {
                if (!isAdded) {
                    sink.take(listed);
                }
            });
        }
        // An entry that only leaves the draft is still published, and the allow file may be published before it leaves.
        DraftChanges.of(tables, list).each(Wanted.ALL, change -> {
            if (change.kind() == DraftChange.Kind.REMOVED) {
                sink.take(change.expression());
            }
            return true;
        });
    }

    @FunctionalInterface
    private interface Sink {
        void take(Expression listed);
    }
}
