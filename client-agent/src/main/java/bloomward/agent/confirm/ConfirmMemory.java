package bloomward.agent.confirm;

import bloomward.agent.confirm.Confirmation.Confirmed;
import bloomward.agent.confirm.Confirmation.Refuted;
import bloomward.format.confirm.Bucket;
import bloomward.format.key.FullHash;
import bloomward.format.release.ListRelease;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Remembers proven answers. Safe for all threads.
///
/// A bucket answers for its own version only, and for every hash in it. A listing holds beyond its version, for as long as
/// the list has the key, but at most a day; without the key there is no question. Both are bounded; the least recently used
/// is forgotten first.
final class ConfirmMemory {

    private static final Duration LISTING_HOLDS = Duration.ofDays(1);
    private static final int MAX_LISTINGS = 2000;

    private final int maxBytes;
    private final LongSupplier nanoTime;
    private final Map<BucketId, Kept> buckets = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Key, Known> listings = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    private record Kept(Bucket bucket, int size) {}

    private record Key(String list, FullHash hash) {}

    private record Known(Confirmed listed, long since) {}

    ConfirmMemory(int maxBytes, LongSupplier nanoTime) {
        this.maxBytes = maxBytes;
        this.nanoTime = nanoTime;
    }

    /// The answer that is known without asking. The bucket of this version says more than a listing of an earlier one.
    synchronized Optional<Confirmation> find(ListRelease list, FullHash hash) {
        Optional<Bucket> bucket = bucket(BucketId.of(list, hash));
        if (bucket.isPresent()) {
            return Optional.of(read(list, hash, bucket.get()));
        }
        Key key = new Key(list.name(), hash);
        Optional<Known> known = Optional.ofNullable(listings.get(key));
        if (known.isPresent() && nanoTime.getAsLong() - known.get().since() >= LISTING_HOLDS.toNanos()) {
            listings.remove(key);
            return Optional.empty();
        }
        return known.map(Known::listed);
    }

    synchronized Optional<Bucket> bucket(BucketId id) {
        return Optional.ofNullable(buckets.get(id)).map(Kept::bucket);
    }

    /// The answer of a proven bucket about a hash, which is remembered.
    synchronized Confirmation read(ListRelease list, FullHash hash, Bucket bucket) {
        Key key = new Key(list.name(), hash);
        var records = bucket.find(hash);
        if (records.isEmpty()) {
            listings.remove(key);
            return new Refuted();
        }
        Confirmed listed = new Confirmed(
                records.stream().map(record -> new Confirmation.Listing(record.scope(), record.category())).toList());
        listings.put(key, new Known(listed, nanoTime.getAsLong()));
        if (listings.size() > MAX_LISTINGS) {
            removeFirst(listings);
        }
        return listed;
    }

    /// Keeps a proven bucket, unless it alone is more than may be kept.
    synchronized void keep(BucketId id, Bucket bucket) {
        int size = bucket.toBytes().length;
        if (size > maxBytes || buckets.containsKey(id)) {
            return;
        }
        buckets.put(id, new Kept(bucket, size));
        bytes += size;
        while (bytes > maxBytes) {
            bytes -= removeFirst(buckets).size();
        }
    }

    private static <V> V removeFirst(Map<?, V> map) {
        Iterator<V> oldest = map.values().iterator();
        V removed = oldest.next();
        oldest.remove();
        return removed;
    }
}
