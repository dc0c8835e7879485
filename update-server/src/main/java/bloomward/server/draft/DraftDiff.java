package bloomward.server.draft;

import bloomward.format.Digest;
import bloomward.format.filter.PackedFilter;
import bloomward.format.url.Scope;
import bloomward.server.draft.DraftChange.Kind;
import bloomward.server.guard.Guards;
import bloomward.server.store.EntryTable.Wanted;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The changes that publishing the draft of a list would make, for people.
///
/// @param digest of the draft, which an approval names
/// @param fromVersion the published one, 0 if there is none
/// @param changed expressions that are listed before and after, under other terms
/// @param bySource of each source: added, removed, changed
/// @param hits popular or protected hosts that would be reported from then on
/// @param allowed entries that are added or changed although they are allowed, whole or in part
/// @param sample some of the changes, each beginning with `+`, `-` or `~`
/// @param packedBytes the estimated size of the packed file
/// @param deltaBytes the estimated size of the delta
/// @param pagesAlone added entries of the exact form
public record DraftDiff(String list, Digest digest, long fromVersion, long added, long removed, long changed,
        long unchanged, Map<String, Counts> bySource, List<String> hits, List<String> allowed, List<String> sample,
        long packedBytes, long deltaBytes, long pagesAlone) {

    private static final int MAX_HITS = 200;
    private static final int MAX_SAMPLE = 40;

    public DraftDiff {
        bySource = Collections.unmodifiableMap(new TreeMap<>(bySource));
        hits = List.copyOf(hits);
        allowed = List.copyOf(allowed);
        sample = List.copyOf(sample);
    }

    /// The expressions that one source adds, removes and changes.
    public record Counts(long added, long removed, long changed) {

        private static Counts of(Kind kind) {
            return new Counts(kind == Kind.ADDED ? 1 : 0, kind == Kind.REMOVED ? 1 : 0, kind == Kind.CHANGED ? 1 : 0);
        }

        private Counts plus(Counts other) {
            return new Counts(added + other.added, removed + other.removed, changed + other.changed);
        }
    }

    /// Compares the draft of a list with its published version.
    public static DraftDiff of(Tables tables, ListRow list, Guards guards, DraftDigests.Reading digests)
            throws IOException {
        Optional<VersionRow> published = tables.publications().latestVersion(list.id());
        DraftChanges changes = DraftChanges.of(tables, list);
        Collector collector = new Collector(list, guards, AllowedEntries.of(tables, list));
        changes.each(Wanted.ALL, collector);
        Counts counts = collector.counts;
        long before = published.map(row -> row.counts().expressions()).orElse(0L);
        long after = before + counts.added - counts.removed;
        return new DraftDiff(list.name(), digests.keep(list, changes, collector.hasher),
                published.map(VersionRow::version).orElse(0L), counts.added, counts.removed, counts.changed,
                before - counts.removed - counts.changed, collector.bySource, collector.hits, collector.allowed,
                collector.sample, PackedFilter.expectedSizeInBytes(list.spec(), after),
                deltaSize(list, before, counts.added, counts.removed), collector.pagesAlone);
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

    /// Goes through the changes.
    private static final class Collector implements DraftChanges.Sink {

        private final ListRow list;
        private final Guards guards;
        private final AllowedEntries allowedEntries;
        private final DraftDigests.Hasher hasher = new DraftDigests.Hasher();
        private final Map<String, Counts> bySource = new TreeMap<>();
        private final List<String> hits = new ArrayList<>();
        private final List<String> allowed = new ArrayList<>();
        private final List<String> sample = new ArrayList<>();
        private Counts counts = new Counts(0, 0, 0);
        private long pagesAlone;

        Collector(ListRow list, Guards guards, AllowedEntries allowedEntries) {
            this.list = list;
            this.guards = guards;
            this.allowedEntries = allowedEntries;
        }

        @Override
        public boolean take(DraftChange change) {
            hasher.take(change);
            Counts one = Counts.of(change.kind());
            counts = counts.plus(one);
            bySource.merge(change.source(), one, Counts::plus);
            pagesAlone += change.kind() == Kind.ADDED && change.expression().scope() == Scope.EXACT ? 1 : 0;
            if (sample.size() < MAX_SAMPLE) {
                sample.add(allowedEntries.line(change, list));
            }
            if (allowed.size() < MAX_HITS) {
                String words = allowedEntries.words(change);
                if (!words.isEmpty()) {
                    allowed.add(change.expression().shown() + " is " + words);
                }
            }
            if (change.kind() == Kind.ADDED && hits.size() < MAX_HITS && change.expression().scope() == Scope.HOST) {
                String text = change.expression().text();
                String host = text.substring(0, text.length() - 1);
                guards.wellKnownAtOrBelow(host)
                        .ifPresent(hit -> hits.add(host.equals(hit) ? hit : hit + " (by " + host + ")"));
            }
            return true;
        }
    }
}
