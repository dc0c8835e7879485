/// Records to buckets, their tree and what proves a bucket (FORMAT.md 16).
///
/// In: what is listed, as [bloomward.format.confirm.ConfirmRecord]s. Out, for who publishes: the leaves of all buckets,
/// a [bloomward.format.confirm.BucketTree] over them, and of it the [bloomward.format.confirm.ConfirmRoot] that a
/// manifest signs. For who serves: a [bloomward.format.confirm.ConfirmAnswer] for each bucket. For who asks: from the
/// bytes of an answer, and a root and bits that were signed, a proven [bloomward.format.confirm.Bucket].
///
/// ```
/// records -> BucketWriter -> leaves (a file) + BucketIndex -> BucketTree -> ConfirmRoot (signed)
///                                    \-> ConfirmAnswer -> bytes -> ConfirmAnswer.prove(root, bits, bucket) -> Bucket
/// ```
///
/// Not trusted: whoever serves an answer. He can neither add a record nor hide one, he can only not answer. What he
/// learns is the number of a bucket.
///
/// May import: `format`, `key`, `url`.
/// Called by: `release`, `wire`.
@NullMarked
package bloomward.format.confirm;

import org.jspecify.annotations.NullMarked;
