package bloomward.server.draft.search;

import bloomward.format.url.Expression;
import bloomward.server.guard.AllowConflicts;
import bloomward.server.store.AllowRow;
import bloomward.server.store.Change;
import bloomward.server.store.EntryTable;
import bloomward.server.store.EntryTable.Span;
import bloomward.server.store.HoldState;
import bloomward.server.store.HoldTable.HeldCount;
import bloomward.server.store.ListRow;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.stream.Collectors;

/// Compares the sources of all lists with each other: one walk through every list, side by side in the order of their
/// expressions, so that the memory depends on the number of sources and not on that of entries.
///
/// Only equal expressions count as shared: a page below a host that another source lists is alone. Used by one thread, on one
/// state of the store, which it only reads.
public final class SourceComparison {

    private static final double HALF = 0.5;

    private final Tables tables;
    private final Map<Long, Count> sources = new HashMap<>();
    private final PriorityQueue<Walk> walks = new PriorityQueue<>(
            Comparator.comparing(walk -> walk.spans.expression()));
    private final AllowConflicts allowed;
    /// Of lists for which more is allowed than for every list: all that is allowed for them.
    private final Map<Long, AllowConflicts> allowedForOne = new HashMap<>();
    private final boolean isAnythingAllowed;

    private SourceComparison(Tables tables, Instant since) throws IOException {
        this.tables = tables;
        List<AllowRow> rows = tables.allowed().all().stream().filter(row -> !row.isHeld()).toList();
        this.allowed = allowed(rows, 0);
        this.isAnythingAllowed = !rows.isEmpty();
        rows.stream()
                .map(AllowRow::listId)
                .filter(id -> id != 0)
                .distinct()
                .forEach(id -> allowedForOne.put(id, allowed(rows, id)));
        for (ListRow list : tables.lists().all()) {
            for (SourceRow source : tables.lists().sources(list.id())) {
                sources.put(source.id(), new Count(source));
            }
            for (HeldCount held : tables.holds().counts(list.id())) {
                Optional.ofNullable(sources.get(held.sourceId()))
                        .ifPresent(count -> count.held.put(held.state(), held.expressions()));
            }
            long from = tables.lists().firstChangeSince(list.id(), since);
            Walk walk = new Walk(tables.entries().spans(list.id(), from), from);
            if (walk.spans.advance()) {
                walks.add(walk);
            }
        }
    }

    private static AllowConflicts allowed(List<AllowRow> rows, long listId) {
        return AllowConflicts.of(rows.stream()
                .filter(row -> row.key().isFor(listId))
                .map(AllowRow::expression)
                .collect(Collectors.toSet()));
    }

    /// All sources.
    ///
    /// @param since beginning of the period for what came and went
    public static List<SourceWorth> of(Tables tables, Instant since) throws IOException {
        SourceComparison comparison = new SourceComparison(tables, since);
        comparison.walk();
        List<SourceWorth> worths = new ArrayList<>();
        for (Count count : comparison.sources.values()) {
            worths.add(comparison.worth(count));
        }
        return worths;
    }

    /// @param since the first change of the period
    private record Walk(EntryTable.Spans spans, long since) {}

    /// The counts of one source.
    private static final class Count {

        private final SourceRow source;
        private final Map<Long, long[]> shared = new HashMap<>();
        private final Map<HoldState, Long> held = new EnumMap<>(HoldState.class);
        private final EntryAges ages = new EntryAges();
        private long entries;
        private long alone;
        private long allowed;
        private long added;
        private long removed;
        /// The change with which the source began, as far as is seen, and how many expressions it added.
        private long began = EntryTable.NOW;
        private long addedAtFirst;

        Count(SourceRow source) {
            this.source = source;
        }

        /// @param since the first change of the period
        void take(List<Span> spans, long since) {
            for (Span span : spans) {
                // Other terms end an entry and begin another one with the same change: the expression stays.
                boolean isNew = spans.stream().noneMatch(each -> each.removed() == span.added());
                boolean isGone = !span.isThere() && spans.stream().noneMatch(each -> each.added() == span.removed());
                if (span.added() < began) {
                    began = span.added();
                    addedAtFirst = 0;
                }
                if (isNew && span.added() >= since) {
                    added++;
                    addedAtFirst += span.added() == began ? 1 : 0;
                }
                if (isGone) {
                    removed++;
                }
            }
            if (spans.getLast().isThere()) {
                entries++;
                ages.add(start(spans));
            }
        }

        /// The change since which an expression is there without a break.
        private static long start(List<Span> spans) {
            long start = spans.getLast().added();
            for (Span span : spans.reversed()) {
                start = span.removed() == start ? span.added() : start;
            }
            return start;
        }
    }

    private void walk() throws IOException {
        List<Count> together = new ArrayList<>();
        while (!walks.isEmpty()) {
            String expression = walks.element().spans.expression();
            together.clear();
            while (!walks.isEmpty() && walks.element().spans.expression().equals(expression)) {
                takeAll(walks.remove(), expression, together);
            }
            compare(expression, together);
        }
    }

    /// Takes an expression from one list.
    private void takeAll(Walk walk, String expression, List<Count> together) throws IOException {
        boolean isMore = true;
        while (isMore && walk.spans.expression().equals(expression)) {
            List<Span> spans = walk.spans.spans();
            Count count = Optional.ofNullable(sources.get(walk.spans.sourceId()))
                    .orElseThrow(() -> new IOException("damaged database: an entry has no source: " + expression));
            count.take(spans, walk.since);
            if (spans.getLast().isThere()) {
                together.add(count);
            }
            isMore = walk.spans.advance();
        }
        if (isMore) {
            walks.add(walk);
        }
    }

    private void compare(String expression, List<Count> together) {
        if (together.isEmpty()) {
            return;
        }
        Expression listed = new Expression(expression);
        boolean isHidden = isAnythingAllowed && !allowed.whole(listed).isEmpty();
        for (Count count : together) {
            count.allowed += isHidden || isHidden(count.source.listId(), listed) ? 1 : 0;
            count.alone += together.size() == 1 ? 1 : 0;
            for (Count other : together) {
                if (other != count) {
                    count.shared.computeIfAbsent(other.source.id(), _ -> new long[1])[0]++;
                }
            }
        }
    }

    /// Whether what is allowed for one list hides an entry of it.
    private boolean isHidden(long listId, Expression listed) {
        return Optional.ofNullable(allowedForOne.get(listId))
                .filter(ofList -> !ofList.whole(listed).isEmpty())
                .isPresent();
    }

    private SourceWorth worth(Count count) throws IOException {
        Map<SourceRow, Long> shared = new HashMap<>();
        count.shared.forEach((id, number) -> Optional.ofNullable(sources.get(id))
                .ifPresent(other -> shared.put(other.source, number[0])));
        return new SourceWorth(count.source, count.entries, count.alone, shared, count.added - count.addedAtFirst,
                count.removed, count.held.getOrDefault(HoldState.OPEN, 0L),
                count.held.getOrDefault(HoldState.REJECTED, 0L), count.allowed, time(count.ages.quantile(0)),
                time(count.ages.quantile(HALF)));
    }

    private Optional<Instant> time(OptionalLong change) throws IOException {
        return change.isPresent() ? tables.lists().change(change.getAsLong()).map(Change::at) : Optional.empty();
    }
}
