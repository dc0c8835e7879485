package bloomward.server.compile;

import bloomward.format.confirm.BucketBits;
import java.util.Collection;
import java.util.Set;

/// Entries of which more fall into one bucket than its answer holds. Chance needs billions of entries for it; somebody
/// who can list a hundred thousand hosts can choose them for one bucket.
public final class FullBucketsException extends CompileException {

    private static final long serialVersionUID = 1L;

    private final transient BucketBits bits;
    private final transient Set<Integer> buckets;

    FullBucketsException(BucketBits bits, Collection<Integer> buckets) {
        super("more entries than a bucket holds have hashes that begin with the same " + bits.count() + " bits, in "
                + buckets.size() + (buckets.size() == 1 ? " bucket" : " buckets"));
        this.bits = bits;
        this.buckets = Set.copyOf(buckets);
    }

    public BucketBits bits() {
        return bits;
    }

    /// The numbers of the buckets that are too full.
    public Set<Integer> buckets() {
        return buckets;
    }
}
