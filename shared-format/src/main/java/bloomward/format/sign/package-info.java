/// Signed notes: signing a text, and verifying a note (FORMAT.md 15).
///
/// ```
/// text, SigningKeys -> SignedNote -> bytes ~~~~ any untrusted way ~~~~~~~~> bytes -> SignedNote
///                                                                                        |
///                                 Verified<String>  <-  TrustedKeys (keys, threshold)  <-+
/// ```
///
/// In: a text and the keys that vouch for it; or the bytes of a note and the trusted keys. Out: the bytes; or a
/// [bloomward.format.sign.Verified], which cannot be created elsewhere. A malformed note is a
/// [bloomward.format.FormatException], an untrusted one an [bloomward.format.sign.UntrustedNoteException]. The meaning
/// of a text, and whether it is the newest, are for `release`.
///
/// Also here: the files of private keys. Only this package uses Bouncy Castle, because two implementations of Ed25519
/// disagree about odd signatures, and then two programs would disagree about a list.
///
/// May import: `format`, `io`, `org.bouncycastle`.
/// Called by: `release`.
@NullMarked
package bloomward.format.sign;

import org.jspecify.annotations.NullMarked;
