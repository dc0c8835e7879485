package bloomward.agent.update;

import bloomward.format.Digest;
import bloomward.format.sign.SignedNote;

/// Why a first root is trusted: somebody has it, or its digest, from elsewhere than the server.
public sealed interface RootPin {

    /// The root itself.
    record Note(SignedNote note) implements RootPin {}

    /// The digest of a root note, signature lines included: of the first root or any later one.
    record Sha256(Digest digest) implements RootPin {}
}
