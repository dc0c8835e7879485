package bloomward.format.sign;

/// The content of a key file: a key that can sign, or one that needs its pass phrase first.
public sealed interface StoredKey permits SigningKey, LockedKey {

    /// The public half, available without a pass phrase.
    VerifierKey verifierKey();
}
