/// Text to signed note, and signed note to text that can be believed (FORMAT.md 15).
///
/// ```
/// text, SigningKeys -> SignedNote -> bytes ~~ any way, trusted by nobody ~~> bytes -> SignedNote
///                                                                                        |
///                                 Verified<String>  <-  TrustedKeys (keys, threshold)  <-+
/// ```
///
/// In: a text and the keys that vouch for it; or the bytes of a note and the keys that are trusted. Out: the bytes; or a
/// [bloomward.format.sign.Verified], which nobody else can make. What breaks the format is a
/// [bloomward.format.FormatException], what breaks the trust an [bloomward.format.sign.UntrustedNoteException]. What a
/// text says, and whether it is the newest, is for `release`.
///
/// Also here: how a private key lies on a disk. Alone in knowing Bouncy Castle, because two implementations of Ed25519
/// disagree about odd signatures and then two programs would disagree about a list.
///
/// May import: `format`, `org.bouncycastle`.
/// Called by: `release`.
@NullMarked
package bloomward.format.sign;

import org.jspecify.annotations.NullMarked;
