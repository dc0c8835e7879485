package bloomward.server.draft;

import bloomward.format.release.AllowList;
import bloomward.format.url.Expression;
import bloomward.server.guard.AllowConflicts;
import bloomward.server.guard.HoldReason;
import bloomward.server.guard.Judgement;
import bloomward.server.store.AllowRow;
import bloomward.server.store.EntryTable;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldState;
import bloomward.server.store.ListRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Allows expressions, which are then never reported. An allowed expression wins over every list, so one that would
/// hide listed entries waits for a person; for a second one, where a list that two look after has the entries.
public final class Allowing {

    private Allowing() {}

    /// @param added expressions that count with the next publication
    /// @param held details of those that wait
    public record Outcome(long added, List<String> held) {}

    /// Allows expressions, inside a transaction.
    public static Outcome allow(Tables tables, Set<Expression> expressions, String reason, Optional<Instant> expires,
            String actor, Instant now) throws IOException {
        Map<Expression, Hidden> hidden = hiddenBy(tables, expressions);
        Map<Expression, AllowRow> known = new HashMap<>();
        tables.allowed().all().forEach(row -> known.put(row.expression(), row));
        withdrawHolds(tables, expressions); // what is proposed now is proposed by this actor, on these terms
        List<String> held = new ArrayList<>();
        for (Expression expression : expressions) {
            AllowRow row = new AllowRow(expression, reason, actor, now, expires, false);
            Optional<AllowRow> allowed = Optional.ofNullable(known.get(expression)).filter(each -> !each.isHeld());
            Hidden hides = hidden.get(expression);
            if (hides == null || (allowed.isPresent() && !hides.isLonger(expires, allowed.get()))) {
                tables.allowed().put(row);
                continue;
            }
            if (allowed.isEmpty()) { // or else it stays as it is until a person decides
                tables.allowed().put(new AllowRow(expression, reason, actor, now, expires, true));
            }
            Judgement.Held why = AllowConflicts.conflict(expression, hides.count, hides.example);
            tables.holds().put(HoldRow.ofAllowed(row, HoldReason.ALLOW_CONFLICT.label(), why.detail()));
            held.add(why.detail());
        }
        return new Outcome(expressions.size() - held.size(), held);
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

    /// Takes allowed expressions back.
    ///
    /// @return how many expressions
    public static long disallow(Tables tables, Set<Expression> expressions) throws IOException {
        Set<Expression> removed = new HashSet<>();
        for (Expression expression : expressions) {
            if (tables.allowed().remove(expression)) {
                removed.add(expression);
            }
        }
        withdrawHolds(tables, removed);
        return removed.size();
    }

    private static void withdrawHolds(Tables tables, Set<Expression> expressions) throws IOException {
        List<Long> others = new ArrayList<>();
        for (HoldRow hold : tables.holds().all(0, HoldState.OPEN, Integer.MAX_VALUE)) {
            if (hold.expression().filter(expressions::contains).isEmpty()) {
                others.add(hold.id());
            }
        }
        tables.holds().withdraw(0, 0, others);
    }

    /// The expressions among these that hide entries of a list that two people look after.
    static Set<Expression> hidingReviewed(Tables tables, Set<Expression> expressions) throws IOException {
        Set<Expression> hiding = new HashSet<>();
        if (!expressions.isEmpty()) {
            hiddenBy(tables, expressions).forEach((expression, hidden) -> {
                if (hidden.isReviewed) {
                    hiding.add(expression);
                }
            });
        }
        return hiding;
    }

    /// The listed entries that an expression hides.
    private static final class Hidden {
        private long count;
        private boolean isReviewed;
        /// The last one.
        private Expression example;

        Hidden(Expression example) {
            this.example = example;
        }

        /// Whether one person may not say this of what is allowed already: where two look after the entries, it hides
        /// them for no longer than both have agreed to.
        boolean isLonger(Optional<Instant> end, AllowRow allowed) {
            return isReviewed && allowed.expires().isPresent()
                    && (end.isEmpty() || end.get().isAfter(allowed.expires().get()));
        }
    }

    private static Map<Expression, Hidden> hiddenBy(Tables tables, Set<Expression> expressions) throws IOException {
        Map<Expression, Hidden> hidden = new LinkedHashMap<>();
        AllowConflicts conflicts = AllowConflicts.of(expressions);
        for (ListRow list : tables.lists().all()) {
            Sink sink = listed -> conflicts.hiding(listed).ifPresent(allowed -> {
                Hidden of = hidden.computeIfAbsent(allowed, _ -> new Hidden(listed));
                of.count++;
                of.isReviewed |= list.needsReview();
                of.example = listed;
            });
            tables.entries().scan(list.id(), EntryTable.NOW, (listed, _) -> sink.take(listed));
            // What only leaves the draft is published still, and the allow file may be published before it leaves.
            DraftChanges.of(tables, list).each("", change -> {
                if (change.kind() == DraftChange.Kind.REMOVED) {
                    sink.take(change.expression());
                }
                return true;
            });
        }
        return hidden;
    }

    @FunctionalInterface
    private interface Sink {
        void take(Expression listed);
    }
}
