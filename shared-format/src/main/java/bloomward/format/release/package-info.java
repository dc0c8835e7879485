/// What a publication consists of and whether it may be used (FORMAT.md 17 and 19).
///
/// ```
/// Root    -> whose signatures count     signed by offline keys, each root by the one before it
/// Manifest -> every file by digest      signed by publishers
/// Latest  -> which manifest is newest   signed by the one online key
///
/// SignedNote -> Root.next / Root.manifest / Root.latest -> Verified<Root / Manifest / Latest>
///     -> Latest.requireNames, Floor.requireReachedBy, Manifest.requireFollows -> may be installed
///     -> Freshness: how far a verdict that rests on it can be relied on
/// ```
///
/// In: notes and files from anywhere, the root that is trusted, the floor, the time. Out: values that were verified, or
/// why not: a [bloomward.format.FormatException] (not well formed), a
/// [bloomward.format.sign.UntrustedNoteException] (not signed by whom it must be), a
/// [bloomward.format.release.ReleaseException] (signed, and still not to be used).
///
/// Knows no clock: times are passed in.
///
/// May import: `confirm`, `file`, `format`, `key`, `sign`.
/// Called by: `wire`.
@NullMarked
package bloomward.format.release;

import org.jspecify.annotations.NullMarked;
