package bloomward.format.confirm;

import bloomward.format.key.FullHash;

/// The number of buckets for the full hashes of a list: a power of two.
///
/// It is part of the signed manifest. It is the largest one that keeps at least 64 entries in a bucket on average, so
/// that a bucket number reveals little, and at most 65,536, so that a proof has at most 512 bytes.
///
/// @param count number of top bits of a full hash that form the number of its bucket, 0 to 16
public record BucketBits(int count) {

    public static final int MAX_COUNT = 16;

    private static final int ENTRIES_IN_A_BUCKET = 64;

    public BucketBits {
        if (count < 0 || count > MAX_COUNT) {
            throw new IllegalArgumentException(count + " bits of a bucket, not in 0.." + MAX_COUNT);
        }
    }

    /// The bits for a list with this number of entries.
    public static BucketBits forEntries(long entries) {
        if (entries < 0) {
            throw new IllegalArgumentException(entries + " entries");
        }
        long buckets = Math.max(1, entries / ENTRIES_IN_A_BUCKET);
        return new BucketBits(Math.min(MAX_COUNT, Long.SIZE - 1 - Long.numberOfLeadingZeros(buckets)));
    }

    /// The number of buckets.
    public int buckets() {
        return 1 << count;
    }

    /// The number of the bucket in which a hash is, if it is listed.
    public int bucketOf(FullHash hash) {
        return bucketOf(hash.toBytes(), 0);
    }

    /// The number of the bucket of the full hash that begins at `hashAt`.
    public int bucketOf(byte[] bytes, int hashAt) {
        int top = (bytes[hashAt] & 0xff) << 8 | (bytes[hashAt + 1] & 0xff);
        return top >>> (MAX_COUNT - count);
    }

    void requireBucket(int bucket) {
        if (bucket < 0 || bucket >= buckets()) {
            throw new IllegalArgumentException("bucket " + bucket + ", not in 0.." + (buckets() - 1));
        }
    }
}
