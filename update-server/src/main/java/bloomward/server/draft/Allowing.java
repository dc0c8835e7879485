package bloomward.server.draft;

import bloomward.format.url.Expression;
import bloomward.server.feed.FeedScope;
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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Allows expressions, which are then never reported. An allowed expression wins over every list, so one that would
/// hide listed entries waits for a person.
public final class Allowing {

    private Allowing() {}

    /// @param added expressions that count with the next publication
    /// @param held details of those that wait
    public record Outcome(long added, List<String> held) {}

    /// Allows the expressions that words name, inside a transaction.
    public static Outcome allow(Tables tables, List<String> words, FeedScope scope, String reason,
            Optional<Instant> expires, String actor, Instant now) throws IOException, UnreadableListException {
        Set<Expression> expressions = TypedEntries.expressions(words, scope);
        Map<Expression, Hidden> hidden = hiddenBy(tables, expressions);
        // What is allowed already stays so: it counts, and saying it again with another reason must not end that.
        tables.allowed().all().stream().filter(row -> !row.isHeld()).map(AllowRow::expression).forEach(hidden::remove);
        List<String> held = new ArrayList<>();
        for (Expression expression : expressions) {
            Hidden hides = hidden.get(expression);
            tables.allowed().put(new AllowRow(expression, reason, actor, now, expires, hides != null));
            if (hides != null) {
                Judgement.Held why = AllowConflicts.conflict(expression, hides.count, hides.example);
                tables.holds()
                        .put(HoldRow.ofAllowed(expression, HoldReason.ALLOW_CONFLICT.label(), why.detail(), actor,
                                now));
                held.add(why.detail());
            }
        }
        return new Outcome(expressions.size() - held.size(), held);
    }

    /// Takes allowed expressions back.
    ///
    /// @return how many expressions
    public static long disallow(Tables tables, List<String> words, FeedScope scope)
            throws IOException, UnreadableListException {
        Set<Expression> removed = new HashSet<>();
        for (Set<Expression> forms : TypedEntries.forms(words, scope)) {
            for (Expression form : forms) {
                if (tables.allowed().remove(form)) {
                    removed.add(form);
                }
            }
        }
        List<Long> others = new ArrayList<>();
        for (HoldRow hold : tables.holds().all(0, HoldState.OPEN, Integer.MAX_VALUE)) {
            if (hold.expression().filter(removed::contains).isEmpty()) {
                others.add(hold.id());
            }
        }
        tables.holds().withdraw(0, 0, others);
        return removed.size();
    }

    /// The listed entries that an expression hides.
    private static final class Hidden {
        private long count;
        /// The last one.
        private Expression example;

        Hidden(Expression example) {
            this.example = example;
        }
    }

    private static Map<Expression, Hidden> hiddenBy(Tables tables, Set<Expression> expressions) throws IOException {
        Map<Expression, Hidden> hidden = new LinkedHashMap<>();
        AllowConflicts conflicts = AllowConflicts.of(expressions);
        for (ListRow list : tables.lists().all()) {
            tables.entries()
                    .scan(list.id(), EntryTable.NOW, (listed, _) -> conflicts.hiding(listed).ifPresent(allowed -> {
                        Hidden of = hidden.computeIfAbsent(allowed, _ -> new Hidden(listed));
                        of.count++;
                        of.example = listed;
                    }));
        }
        return hidden;
    }
}
