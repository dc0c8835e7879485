package bloomward.server.draft;

import bloomward.format.filter.PackedFilter;
import bloomward.format.url.Expression;
import bloomward.format.url.Scope;
import bloomward.server.guard.Guards;
import bloomward.server.store.EntryTable;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The changes that publishing the draft of a list would make, for people.
///
/// @param fromVersion the published one, 0 if there is none
/// @param change the last change of the draft
/// @param bySource of each source: added, removed
/// @param hits popular or protected hosts that would be reported from then on
/// @param sample some of the expressions, with `+` or `-` before them
/// @param packedBytes the estimated size of the packed file
/// @param deltaBytes the estimated size of the delta
public record DraftDiff(String list, long fromVersion, long change, long added, long removed, long unchanged,
        Map<String, Counts> bySource, List<String> hits, List<String> sample, long packedBytes, long deltaBytes) {

    private static final int MAX_HITS = 200;
    private static final int MAX_SAMPLE = 40;

    public DraftDiff {
        bySource = Collections.unmodifiableMap(new TreeMap<>(bySource));
        hits = List.copyOf(hits);
        sample = List.copyOf(sample);
    }

    /// The expressions that one source adds and removes.
    public record Counts(long added, long removed) {}

    /// Compares the draft of a list with its published version.
    public static DraftDiff of(Tables tables, ListRow list, Guards guards) throws IOException {
        Optional<VersionRow> published = tables.publications().latestVersion(list.id());
        long from = published.map(VersionRow::change).orElse(0L);
        Collector collector = new Collector(tables, list, guards);
        tables.entries().diff(list.id(), from, EntryTable.NOW, collector);
        long before = published.map(row -> row.counts().expressions()).orElse(0L);
        long after = before + collector.added - collector.removed;
        return new DraftDiff(list.name(), published.map(VersionRow::version).orElse(0L),
                tables.lists().lastChange(list.id()), collector.added, collector.removed, before - collector.removed,
                collector.bySource, collector.hits, collector.sample,
                PackedFilter.expectedSizeInBytes(list.spec(), after),
                deltaSize(list, before, collector.added, collector.removed));
    }

    /// Of `k` of `n` the code needs about log2(n / k) + 1.5 bits each.
    private static long deltaSize(ListRow list, long before, long added, long removed) {
        double space = (double) (1L << list.spec().width());
        double bits = added * bits(space, added) + removed * bits((double) before, removed);
        return 128 + (long) Math.ceil(bits / 8);
    }

    private static double bits(double of, long count) {
        return count == 0 ? 0 : Math.log(Math.max(1, of / count)) / Math.log(2) + 1.5;
    }

    /// Goes through the differences.
    private static final class Collector implements EntryTable.DiffSink {

        private final Map<Long, String> sources = new HashMap<>();
        private final Guards guards;
        private final Map<String, Counts> bySource = new TreeMap<>();
        private final List<String> hits = new ArrayList<>();
        private final List<String> sample = new ArrayList<>();
        private long added;
        private long removed;

        Collector(Tables tables, ListRow list, Guards guards) throws IOException {
            tables.lists().sources(list.id()).forEach(source -> sources.put(source.id(), source.name()));
            this.guards = guards;
        }

        @Override
        public void take(Expression expression, boolean isAdded, long sourceId) {
            added += isAdded ? 1 : 0;
            removed += isAdded ? 0 : 1;
            bySource.merge(sources.getOrDefault(sourceId, "?"), new Counts(isAdded ? 1 : 0, isAdded ? 0 : 1),
                    (a, b) -> new Counts(a.added + b.added, a.removed + b.removed));
            if (sample.size() < MAX_SAMPLE) {
                sample.add((isAdded ? "+" : "-") + expression.shown());
            }
            if (isAdded && hits.size() < MAX_HITS && expression.scope() == Scope.HOST) {
                String host = expression.text().substring(0, expression.text().length() - 1);
                guards.wellKnownAtOrBelow(host)
                        .ifPresent(hit -> hits.add(host.equals(hit) ? hit : hit + " (by " + host + ")"));
            }
        }
    }
}
