/// Buckets of listed hashes, the tree over them, and proofs of buckets (FORMAT.md 16).
///
/// In: listings, as [bloomward.format.confirm.ConfirmRecord]s. Out, for a publisher: the leaves of all buckets, a
/// [bloomward.format.confirm.BucketTree] over them, and its [bloomward.format.confirm.ConfirmRoot], which a manifest
/// signs. For a server: a [bloomward.format.confirm.ConfirmAnswer] for each bucket. For an agent: a proven
/// [bloomward.format.confirm.Bucket], from the bytes of an answer and the signed root and bits.
///
/// ```
/// records -> BucketWriter -> leaves (a file) + BucketIndex -> BucketTree -> ConfirmRoot (signed)
///                                    \-> ConfirmAnswer -> bytes -> ConfirmAnswer.prove(root, bits, bucket) -> Bucket
/// ```
///
/// Not trusted: the server of an answer. It can neither add a record nor hide one; it can only fail to answer. It
/// learns only the number of a bucket.
///
/// May import: `format`, `key`, `url`.
/// Called by: `release`, `wire`.
@NullMarked
package bloomward.format.confirm;

import org.jspecify.annotations.NullMarked;
