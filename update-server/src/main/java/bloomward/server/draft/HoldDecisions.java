package bloomward.server.draft;

import bloomward.format.url.Expression;
import bloomward.server.guard.HoldReason;
import bloomward.server.store.AllowKey;
import bloomward.server.store.AllowRow;
import bloomward.server.store.Change;
import bloomward.server.store.EntryRow;
import bloomward.server.store.EntryTable.StagedDiff;
import bloomward.server.store.EntryTable.Staging;
import bloomward.server.store.FlatJson;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldRow.Decision;
import bloomward.server.store.HoldState;
import bloomward.server.store.ListRow;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Carries out the decisions of people about holds: a released entry goes into the draft with the terms it came with; a
/// rejected one is not held again when the same source lists it again.
public final class HoldDecisions {

    /// The actor of a change that nobody asked for.
    private static final String SERVER = "server";
    /// The number of entries held at compilation that the audit log names.
    private static final int LOGGED = 20;

    private final KeptImports kept;

    public HoldDecisions(KeptImports kept) {
        this.kept = kept;
    }

    /// @param decided holds
    /// @param added entries to drafts
    /// @param needOther ids of holds that another person than their actor must decide
    public record Outcome(long decided, long added, List<Long> needOther) {}

    /// Decides, inside a transaction.
    ///
    /// @param holds open ones
    /// @param state released or rejected
    /// @param seen entries that a release would hide by allowing, as of a look before
    public Outcome decide(Tables tables, List<HoldRow> holds, HoldState state, Decision decision, HiddenEntries seen)
            throws IOException {
        List<Long> needOther = new ArrayList<>();
        Map<SourceKey, List<HoldRow>> released = new TreeMap<>();
        long decided = 0;
        long added = 0;
        Set<Long> notByThisOne = state == HoldState.RELEASED ? needOther(tables, holds, decision.by(), seen) : Set.of();
        for (HoldRow hold : holds) {
            if (notByThisOne.contains(hold.id())) {
                needOther.add(hold.id());
                continue;
            }
            tables.holds().decide(hold.id(), state, decision);
            decided++;
            if (hold.body().isPresent()) {
                added += decideWhole(tables, hold, hold.body().get(), state, decision);
            } else if (hold.listId() == 0) {
                decideAllowed(tables, hold, state);
            } else if (state == HoldState.RELEASED) {
                released.computeIfAbsent(new SourceKey(hold.listId(), hold.sourceId()), _ -> new ArrayList<>())
                        .add(hold);
            }
        }
        for (Map.Entry<SourceKey, List<HoldRow>> of : released.entrySet()) {
            added += add(tables, of.getKey(), of.getValue(), decision);
        }
        ReportHolds.settle(tables, holds);
        return new Outcome(decided, added, needOther);
    }

    /// Takes decisions back, inside a transaction: all of them, or none.
    ///
    /// @param holds that may be of any state
    public Reopenings.Outcome reopen(Tables tables, List<HoldRow> holds, String actor, Instant now)
            throws IOException, Reopenings.NotReopenedException {
        return new Reopenings(tables, kept, actor, now).reopen(holds);
    }

    /// A source of a list.
    private record SourceKey(long listId, long sourceId) implements Comparable<SourceKey> {

        @Override
        public int compareTo(SourceKey other) {
            int byList = Long.compare(listId, other.listId);
            return byList == 0 ? Long.compare(sourceId, other.sourceId) : byList;
        }
    }

    /// In a list that two people look after, a hold that calls for a second person needs one; and so does all that would
    /// hide entries of such a list.
    private static Set<Long> needOther(Tables tables, List<HoldRow> holds, String actor, HiddenEntries seen)
            throws IOException {
        Persons persons = Persons.of(tables);
        List<HoldRow> own = holds.stream().filter(hold -> persons.areOne(hold.by(), actor)).toList();
        Set<Long> reviewed = tables.lists()
                .all()
                .stream()
                .filter(ListRow::needsReview)
                .map(ListRow::id)
                .collect(Collectors.toSet());
        HiddenEntries hidden = seen.on(tables, toBeAllowed(own));
        return own.stream()
                .filter(hold -> hold.listId() == 0
                        ? hidden.by(hold.allowKey()).filter(HiddenEntries.Hidden::isReviewed).isPresent()
                        : reviewed.contains(hold.listId()) && callsForSecond(hold))
                .map(HoldRow::id)
                .collect(Collectors.toSet());
    }

    /// The expressions that would be allowed by a release, each with its list.
    public static Set<AllowKey> toBeAllowed(List<HoldRow> holds) {
        return holds.stream().filter(HoldRow::isOfAllowed).map(HoldRow::allowKey).collect(Collectors.toSet());
    }

    private static boolean callsForSecond(HoldRow hold) {
        return HoldReason.labelled(hold.reason())
                .filter(reason -> reason.release() == HoldReason.Release.SECOND_PERSON)
                .isPresent();
    }

    private long decideWhole(Tables tables, HoldRow hold, String body, HoldState state, Decision decision)
            throws IOException {
        if (state != HoldState.RELEASED) {
            return 0;
        }
        Set<Expression> without = heldOrRejected(tables, hold.listId());
        Staging staging = tables.entries().stage(hold.listId(), hold.sourceId());
        try {
            kept.read(tables, body, expression -> {
                if (!without.contains(expression)) {
                    stage(staging, expression, hold);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        long added = staging.diff().added();
        staging.apply(begin(tables, hold.listId(), decision, "released a held import"), true);
        return added;
    }

    /// Expressions with a hold of their own, or a rejection: they do not come in with the import that they were part
    /// of.
    private static Set<Expression> heldOrRejected(Tables tables, long listId) throws IOException {
        Set<Expression> expressions = new HashSet<>();
        for (HoldRow open : tables.holds().all(listId, HoldState.OPEN, Integer.MAX_VALUE)) {
            open.expression().ifPresent(expressions::add);
        }
        for (HoldRow rejected : tables.holds().all(listId, HoldState.REJECTED, Integer.MAX_VALUE)) {
            if (rejected.expression().isPresent() && tables.holds()
                    .lastDecision(listId, rejected.expression().get())
                    .filter(last -> last.state() == HoldState.REJECTED)
                    .isPresent()) {
                expressions.add(rejected.expression().get());
            }
        }
        return expressions;
    }

    /// The row that waits may be of other terms than the hold: of an expression that is allowed already it says how it is
    /// allowed until the decision.
    private static void decideAllowed(Tables tables, HoldRow hold, HoldState state) throws IOException {
        AllowKey key = hold.allowKey();
        Optional<AllowRow> row = tables.allowed().find(key);
        if (state == HoldState.RELEASED) {
            // a hold of an older program has no terms of its own
            Optional<AllowRow> released = hold.allowRow().or(() -> row.map(AllowRow::released));
            if (released.isPresent()) {
                tables.allowed().put(released.get());
            }
        } else if (row.isPresent() && row.get().isHeld()) {
            tables.allowed().remove(key);
        }
    }

    private static long add(Tables tables, SourceKey source, List<HoldRow> holds, Decision decision)
            throws IOException {
        Staging staging = tables.entries().stage(source.listId(), source.sourceId());
        for (HoldRow hold : holds) {
            staging.add(hold.expression().orElseThrow(), hold.entryExpires(), hold.entryReason());
        }
        // an entry that is listed already takes the terms that were seen
        StagedDiff diff = staging.diff();
        if (diff.added() > 0 || diff.kept() > 0) {
            staging.apply(begin(tables, source.listId(), decision, "released held entries"), false);
        }
        return diff.added();
    }

    private static long begin(Tables tables, long listId, Decision decision, String what) throws IOException {
        return tables.lists().begin(new Change(0, listId, decision.at(), decision.by(), what));
    }

    private static void stage(Staging staging, Expression expression, HoldRow hold) {
        try {
            staging.add(expression, hold.entryExpires(), hold.entryReason());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Holds entries that are in a draft already, and takes them out, for what compiling them showed.
    ///
    /// @param expressions with the detail of each
    /// @param actors those whose change it is, at least one
    /// @return how many entries were taken out
    public static long holdListed(Tables tables, ListRow list, Map<Expression, String> expressions, HoldReason reason,
            Set<String> actors, Instant now) throws IOException {
        Map<Long, SourceRow> sources = new HashMap<>();
        tables.lists().sources(list.id()).forEach(source -> sources.put(source.id(), source));
        Map<SourceRow, List<HoldRow>> holds = new LinkedHashMap<>();
        for (Expression expression : expressions.keySet()) {
            for (EntryRow row : tables.entries().history(list.id(), expression)) {
                SourceRow source = sources.get(row.sourceId());
                if (source != null && row.removed().isEmpty()) { // or else somebody took it out meanwhile
                    holds.computeIfAbsent(source, _ -> new ArrayList<>())
                            .add(HoldRow.ofEntry(source, expression, reason.label(), expressions.get(expression), 0,
                                    row.expires(), row.reason(), SERVER, now));
                }
            }
        }
        for (Map.Entry<SourceRow, List<HoldRow>> ofSource : holds.entrySet()) {
            OpenHolds.put(tables, ofSource.getKey(), ofSource.getValue());
        }
        tables.audit()
                .append(now, SERVER, "hold", list.name(),
                        FlatJson.of("reason", reason.label())
                                .with("entries", expressions.size())
                                .with("details",
                                        expressions.values().stream().limit(LOGGED).collect(Collectors.joining("; ")))
                                .toString());
        long change = 0;
        for (String actor : actors) {
            change = tables.lists().begin(new Change(0, list.id(), now, actor, "held: " + reason.label()));
        }
        return tables.entries().removeOfAll(list.id(), expressions.keySet(), change);
    }
}
