package bloomward.server.publish.version;

import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.key.FullHash;
import bloomward.format.key.FullHasher;
import bloomward.format.release.TestEntries;
import bloomward.format.url.Expression;
import bloomward.server.compile.BucketRoom;
import bloomward.server.compile.FullBucketsException;
import bloomward.server.publish.version.VersionMaker.Order;
import bloomward.server.store.EntryRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Finds the entries for which a bucket has no room, by chance or by intent.
///
/// Those that were listed last have to wait: so a flood that is made for one bucket displaces nothing that was listed
/// before it. Of one change the order of the expressions decides, and so the choice is the same however often it is
/// made.
public final class FullBuckets {

    private final PublisherStore store;

    public FullBuckets(PublisherStore store) {
        this.store = store;
    }

    /// The entries that do not fit, each with the detail of its hold.
    public Map<Expression, String> overflow(Order order, FullBucketsException full) throws IOException {
        return store.read(tables -> {
            Crowd crowd = new Crowd(tables, order, full);
            Map<Expression, String> overflow = new LinkedHashMap<>();
            for (int bucket : new TreeSet<>(full.buckets())) {
                crowd.addOverflow(bucket, overflow);
            }
            return overflow;
        });
    }

    /// The entries of the buckets that are too full.
    private static final class Crowd {

        private final Tables tables;
        private final Order order;
        private final BucketBits bits;
        private final Map<Integer, Map<Expression, Set<Category>>> entries = new TreeMap<>();
        private final Set<Category> categories = new TreeSet<>();
        private final FullHasher hasher = new FullHasher();
        private final byte[] hash = new byte[FullHash.SIZE_IN_BYTES];

        Crowd(Tables tables, Order order, FullBucketsException full) throws IOException {
            this.tables = tables;
            this.order = order;
            this.bits = full.bits();
            Map<Long, Category> ofSource = new HashMap<>();
            for (SourceRow source : tables.lists().sources(order.list().id())) {
                ofSource.put(source.id(), source.category().orElse(order.list().category()));
            }
            categories.add(order.list().category());
            tables.entries().scan(order.list().id(), order.upTo(), (expression, source) -> {
                if (!order.without().contains(expression)) {
                    Category category = ofSource.getOrDefault(source, order.list().category());
                    categories.add(category);
                    int bucket = bucketOf(expression);
                    if (full.buckets().contains(bucket)) {
                        entries.computeIfAbsent(bucket, _ -> new HashMap<>())
                                .computeIfAbsent(expression, _ -> new TreeSet<>())
                                .add(category);
                    }
                }
            });
        }

        private int bucketOf(Expression expression) {
            byte[] bytes = expression.toBytes();
            hasher.hash(bytes, 0, bytes.length, hash);
            return bits.bucketOf(hash, 0);
        }

        void addOverflow(int bucket, Map<Expression, String> overflow) throws IOException {
            BucketRoom room = new BucketRoom();
            for (Category category : categories) {
                if (bucketOf(new Expression(TestEntries.listed(category))) == bucket) {
                    room.take(Set.of(category));
                }
            }
            Map<Expression, Set<Category>> all = entries.getOrDefault(bucket, Map.of());
            for (Expression expression : oldestFirst(all.keySet())) {
                if (!room.take(all.getOrDefault(expression, Set.of()))) {
                    overflow.put(expression, "bucket " + bucket + " is full: " + all.size()
                            + " entries have a hash that begins with its " + bits.count() + " bits");
                }
            }
        }

        private List<Expression> oldestFirst(Set<Expression> expressions) throws IOException {
            Map<Expression, Long> since = new HashMap<>();
            for (Expression expression : expressions) {
                since.put(expression,
                        tables.entries()
                                .history(order.list().id(), expression)
                                .stream()
                                .filter(row -> row.isThereAt(order.upTo()))
                                .mapToLong(EntryRow::added)
                                .min()
                                .orElse(Long.MAX_VALUE));
            }
            List<Expression> sorted = new ArrayList<>(expressions);
            sorted.sort(Comparator.comparing((Expression each) -> since.getOrDefault(each, Long.MAX_VALUE))
                    .thenComparing(Comparator.naturalOrder()));
            return sorted;
        }
    }
}
