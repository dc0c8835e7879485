package bloomward.format.sign;

/// What a key file holds: a key that can sign, or one that needs its pass phrase first.
public sealed interface StoredKey permits SigningKey, LockedKey {

    /// The public half, which needs no pass phrase.
    VerifierKey verifierKey();
}
