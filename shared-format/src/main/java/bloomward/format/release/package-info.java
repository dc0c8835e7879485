/// The notes of a publication, and the checks before it may be used (FORMAT.md 17 and 19).
///
/// ```
/// Root     -> trusted keys              signed by offline keys, each root by the one before it
/// Manifest -> every file by digest      signed by publishers
/// Latest   -> the newest manifest       signed by the only online key
///
/// SignedNote -> Root.next / Root.manifest / Root.latest -> Verified<Root / Manifest / Latest>
///     -> Latest.requireNames, Floor.requireReachedBy, Manifest.requireFollows -> may be installed
///     -> Freshness: the reliability of verdicts
/// ```
///
/// In: notes and files from any source, the trusted root, the floor, the time. Out: verified values, or the reason why
/// not: a [bloomward.format.FormatException] (not well formed), a [bloomward.format.sign.UntrustedNoteException] (not
/// signed by the required keys), a [bloomward.format.release.ReleaseException] (signed, but must not be used).
///
/// No clock is used: times are passed in.
///
/// May import: `confirm`, `file`, `format`, `io`, `key`, `sign`.
/// Called by: `wire`.
@NullMarked
package bloomward.format.release;

import org.jspecify.annotations.NullMarked;
